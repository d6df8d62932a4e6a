# A bot account in a container: nothing in it but the program, no root, settings and state in one volume.
#
#   docker build -t zeitnot .
#   mkdir bot && cp config/fics.toml bot/ics.toml && sudo chown -R 10001 bot
#   docker run --rm -v "$PWD/bot:/bot" zeitnot
#   docker stop CONTAINER               # leaves at once, asking to adjourn the game
#   docker kill -s INT CONTAINER        # leaves after the game
FROM rust:1-slim AS build
WORKDIR /zeitnot
RUN rustup target add x86_64-unknown-linux-musl
COPY . .
RUN cargo build --release --locked --bin zeitnot --target x86_64-unknown-linux-musl

FROM scratch
COPY --from=build /zeitnot/target/x86_64-unknown-linux-musl/release/zeitnot /zeitnot
USER 10001:10001
WORKDIR /bot
VOLUME /bot
STOPSIGNAL SIGTERM
ENTRYPOINT ["/zeitnot"]
CMD ["ics", "--config", "ics.toml"]
