//! A terminal that is drawn on: one thread draws what the scene shows, another one listens to the keys.
//! Both may hang in a terminal that has stopped, and nobody waits for them.

use std::{
    io::{self, Read, Write},
    panic,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread,
    time::Duration,
};

use crossbeam::channel::{Receiver, bounded};
use ratatui::{
    Terminal,
    backend::CrosstermBackend,
    crossterm::{
        cursor, execute,
        terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
    },
};

use super::{
    Look, picture,
    scene::{Scene, Shown},
};
use crate::session::Wall;

/// Clocks tick so often.
const TICK: Duration = Duration::from_millis(200);
/// Nothing is drawn more often than that, whatever happens.
const REST: Duration = Duration::from_millis(50);
/// So much of what happened stays to be read at the end.
const LAST: usize = 5;
/// The byte that Ctrl-C types where nobody makes a signal of it.
const CTRL_C: u8 = 3;

/// A terminal that is drawn on.
pub struct Screen {
    scene: Scene,
    ended: Arc<AtomicBool>,
    /// Hears when the thread that draws is gone.
    gone: Receiver<()>,
}

impl Screen {
    /// Takes the terminal; `interrupt` is what Ctrl-C does.
    ///
    /// # Errors
    /// If the terminal cannot be set, or there can be no thread.
    pub fn open(
        look: Look,
        wall: Wall,
        interrupt: impl Fn() + Send + 'static,
    ) -> io::Result<Screen> {
        let (scene, ended) = (Scene::new(), Arc::new(AtomicBool::new(false)));
        enable_raw_mode()?;
        restore_in_panic();
        let (alive, gone) = bounded(0);
        let screen = Screen { scene: scene.clone(), ended: ended.clone(), gone };
        let draws = scene.clone();
        let draw = move || {
            let _alive = alive;
            if let Err(error) = draw(&draws, look, &wall, &ended) {
                log::error!("the terminal cannot be drawn on: {error}");
            }
        };
        thread::Builder::new().name("screen".to_owned()).spawn(draw)?;
        let listen = move || listen(&scene, interrupt);
        thread::Builder::new().name("keys".to_owned()).spawn(listen)?;
        Ok(screen)
    }

    /// What it shows.
    pub fn scene(&self) -> Scene {
        self.scene.clone()
    }

    /// Gives the terminal back as it was. What it shows beside that is tidied up if it takes that in time.
    pub fn close(&mut self, patience: Duration) {
        if !self.ended.swap(true, Relaxed) {
            self.scene.changed();
            let _ = self.gone.recv_timeout(patience);
            let _ = disable_raw_mode();
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.close(Duration::ZERO);
    }
}

/// Draws until the end.
fn draw(scene: &Scene, look: Look, wall: &Wall, ended: &AtomicBool) -> io::Result<()> {
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let mut drawn = execute!(io::stdout(), EnterAlternateScreen, cursor::Hide);
    while drawn.is_ok() && !ended.load(Relaxed) {
        let shown = scene.now();
        let now = wall.now();
        drawn = terminal.draw(|frame| picture::draw(frame, &shown, look, now)).map(drop);
        thread::park_timeout(REST);
        scene.wait(TICK);
    }
    drawn.and(execute!(io::stdout(), LeaveAlternateScreen, cursor::Show))?;
    tell_last(&scene.now())
}

/// Says what happened last on the terminal as it was before, which has not yet its own manners back.
fn tell_last(shown: &Shown) -> io::Result<()> {
    let first = shown.events.len().saturating_sub(LAST);
    let mut out = io::stdout().lock();
    for line in shown.events.iter().skip(first) {
        write!(out, "{} {}\r\n", line.time, line.text)?;
    }
    out.flush()
}

/// Listens to the keys until the terminal is gone.
fn listen(scene: &Scene, interrupt: impl Fn()) {
    let mut keys = [0; 64];
    let mut input = io::stdin().lock();
    loop {
        let count = match input.read(&mut keys) {
            Ok(0) => return,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        for key in &keys[..count] {
            match key {
                b'w' | b'W' => scene.turn_wire(),
                &CTRL_C => interrupt(),
                _ => {}
            }
        }
    }
}

/// A panic of this thread finds the terminal as it was, so that its message can be read; one of another
/// thread, which need not be the end, goes to the log.
fn restore_in_panic() {
    let (player, usual) = (thread::current().id(), panic::take_hook());
    panic::set_hook(Box::new(move |panic| {
        if thread::current().id() == player {
            let _ = execute!(io::stdout(), LeaveAlternateScreen, cursor::Show);
            let _ = disable_raw_mode();
            usual(panic);
        } else {
            log::error!("{panic}");
        }
    }));
}
