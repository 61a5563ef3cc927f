use nix::sched::{CloneFlags, unshare};
use rustix::fs::{Mode, OFlags};

/// Gives this process users, network and IPC of its own, and its children processes of their own; mounts too, if
/// there is something to lay out.
///
/// The user keeps the number it has: files stay its own, and `git` trusts a repository of the same owner.
pub fn enter(mounts: bool) -> Result<(), String> {
    let (user, group) = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
    let all = CloneFlags::CLONE_NEWUSER
        | CloneFlags::CLONE_NEWPID
        | CloneFlags::CLONE_NEWNET
        | CloneFlags::CLONE_NEWIPC;
    let all = if mounts { all | CloneFlags::CLONE_NEWNS } else { all };
    unshare(all).map_err(|error| format!("This system does not allow namespaces of one's own: {error}."))?;
    let told = tell("/proc/self/setgroups", "deny")
        .and_then(|()| tell("/proc/self/uid_map", &format!("{user} {user} 1")))
        .and_then(|()| tell("/proc/self/gid_map", &format!("{group} {group} 1")));
    told.map_err(|error| format!("This system does not allow users of one's own: {error}."))
}

/// Writes to a switch of the kernel; these take one write and are no files of anybody's.
fn tell(switch: &str, words: &str) -> rustix::io::Result<()> {
    let file = rustix::fs::open(switch, OFlags::WRONLY | OFlags::CLOEXEC, Mode::empty())?;
    rustix::io::write(file, words.as_bytes()).map(drop)
}
