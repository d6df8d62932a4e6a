//! When the operator is to be alerted: too long offline or ended for good, beaten by computers too often, a disk
//! that is nearly full or takes nothing more.

use std::time::Duration;

use super::{Bot, Demand};

/// What has happened towards an alert.
#[derive(Clone, Debug, Default)]
pub(super) struct Alarm {
    /// Since when there is no link, and whether the operator was alerted of it; none while there is one.
    offline: Option<(Duration, bool)>,
    /// Games lost to computers one after the other.
    beaten: u32,
    /// Whether the operator was alerted of files that cannot be written.
    disk: bool,
    /// Whether of a disk that is nearly full.
    room: bool,
}

impl Alarm {
    /// No link yet.
    pub fn new() -> Alarm {
        Alarm { offline: Some((Duration::ZERO, false)), ..Alarm::default() }
    }

    /// The bot is out since now, unless it was before.
    pub fn goes_offline(&mut self, now: Duration) {
        self.offline.get_or_insert((now, false));
    }
}

impl Bot {
    /// When the operator is to be alerted because there is no link.
    pub(super) fn alarm_time(&self) -> Option<Duration> {
        let minutes = self.config.alert.offline;
        let (since, told) = self.alarm.offline?;
        (minutes > 0 && !told).then(|| since + Duration::from_secs(60 * minutes))
    }

    /// Alerts the operator if there has been no link for too long.
    pub(super) fn tend_alarm(&mut self) {
        if self.alarm_time().is_none_or(|at| at > self.now) {
            return;
        }
        if let Some((_, told)) = &mut self.alarm.offline {
            *told = true;
        }
        let text = format!("offline for {} minutes", self.config.alert.offline);
        self.alert(&text);
    }

    /// The bot is in again; an operator who was alerted of the contrary hears of it.
    pub(super) fn alarm_online(&mut self) {
        if let Some((_, true)) = self.alarm.offline.take() {
            self.alert("online again");
        }
    }

    /// The bot ends, because calling again would not help: whoever wants to know that it is offline hears of it now,
    /// for nobody will be there to say it later.
    pub(super) fn alarm_end(&mut self, reason: &str) {
        if self.config.alert.offline > 0 {
            self.alert(&format!("the bot has ended: {reason}"));
        }
    }

    /// A game is decided: `beaten` says whether the bot has lost it to a computer.
    pub(super) fn alarm_result(&mut self, beaten: bool) {
        self.alarm.beaten = if beaten { self.alarm.beaten + 1 } else { 0 };
        let most = self.config.alert.beaten_by_computers;
        if most > 0 && self.alarm.beaten >= most {
            self.alarm.beaten = 0;
            self.alert(&format!("beaten by computers {most} times in a row"));
        }
    }

    /// A file could not be written, for the reason given, or all can be written again.
    pub(super) fn alarm_disk(&mut self, fault: Option<&str>) {
        let alerted = std::mem::replace(&mut self.alarm.disk, fault.is_some());
        match fault {
            Some(fault) if !alerted && self.config.alert.disk => {
                self.alert(&format!("a file cannot be written: {fault}"));
            }
            _ => {}
        }
    }

    /// So many megabytes are free where this file is written. The operator hears once that they are too few,
    /// until there are clearly enough again.
    pub(super) fn alarm_room(&mut self, file: &str, free: u64) {
        let least = self.config.alert.disk_free;
        if free < least && !self.alarm.room {
            self.alarm.room = true;
            self.alert(&format!("only {free} megabytes are free for {file}"));
        } else if free >= least + least / 4 {
            self.alarm.room = false;
        }
    }

    /// Runs the operator's command with what has happened as its last word.
    fn alert(&mut self, text: &str) {
        self.out.note(format!("alert: {text}"));
        let mut command = self.config.alert.command.clone();
        if !command.is_empty() {
            command.push(format!("{}: {text}", self.link.name()));
            self.out.push(Demand::Run(command));
        }
    }
}
