"""How an engine is named on the command line of the scripts."""
import shlex


def read(text):
    """Name, whether it speaks UCI, and the words of its command: `COMMAND` speaks the XBoard protocol,
    `uci:COMMAND` UCI, and `name=` before either gives it a name."""
    name, found, command = text.partition("=")
    if not found or " " in name or "/" in name:
        name, command = "", text
    words = shlex.split(command.removeprefix("uci:"))
    if not words:
        raise ValueError(f"no command in {text!r}")
    return name or words[0].rsplit("/", 1)[-1], command.startswith("uci:"), words
