//! Which system calls a contained command may make (seccomp). A list of what is refused: what files may be
//! touched is said elsewhere, so this is about everything that is no file, or that Landlock does not see.

use std::collections::BTreeMap;

use rustix::process::{getpid, getppid};
use rustix::thread::gettid;
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen as Len, SeccompCmpOp as Op,
    SeccompCondition as Condition, SeccompFilter, SeccompRule, TargetArch, apply_filter, sock_filter,
};

use super::confine::Confined;
use crate::Level;

/// System calls, each with the rules under which it is refused; none means always.
type Refused = BTreeMap<i64, Vec<SeccompRule>>;

type Built<T> = Result<T, BackendError>;

/// Installs the filter for this thread and all it will start.
pub fn install(confined: Confined) -> Result<(), String> {
    let failed = |error: &dyn std::fmt::Display| format!("System calls cannot be filtered: {error}.");
    let refused = refused(confined).map_err(|error| failed(&error))?;
    let unknown = unknown(confined.version).map_err(|error| failed(&error))?;
    for (calls, error) in [(refused, libc::EPERM), (unknown, libc::ENOSYS)] {
        let program = program(calls, error.cast_unsigned()).map_err(|error| failed(&error))?;
        apply_filter(&program).map_err(|error| failed(&error))?;
    }
    Ok(())
}

fn program(calls: Refused, error: u32) -> Built<BpfProgram> {
    let arch = if cfg!(target_arch = "x86_64") {
        TargetArch::x86_64
    } else if cfg!(target_arch = "riscv64") {
        TargetArch::riscv64
    } else {
        // On a machine that is none of these every call ends the process, and the probe says so.
        TargetArch::aarch64
    };
    let filter = SeccompFilter::new(calls, SeccompAction::Allow, SeccompAction::Errno(error), arch)?;
    let filter: BpfProgram = filter.try_into()?;
    Ok(if cfg!(target_arch = "x86_64") { only_64(filter) } else { filter })
}

/// Refuses the calls of the x32 convention, which have the same architecture and other numbers.
fn only_64(filter: BpfProgram) -> BpfProgram {
    const X32: u32 = 0x4000_0000;
    let unknown = libc::SECCOMP_RET_ERRNO | libc::ENOSYS.cast_unsigned();
    let load_number = sock_filter { code: 0x20, jt: 0, jf: 0, k: 0 };
    let skip_if_less = sock_filter { code: 0x35, jt: 0, jf: 1, k: X32 };
    let refuse = sock_filter { code: 0x06, jt: 0, jf: 0, k: unknown };
    [load_number, skip_if_less, refuse].into_iter().chain(filter).collect()
}

/// Other ways into the network, other processes, the kernel and the machine.
const ALWAYS: &[i64] = &[
    // A named socket can be a door to a service with all rights, and Landlock does not see it.
    libc::SYS_socket,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_listen,
    libc::SYS_accept,
    libc::SYS_accept4,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_process_mrelease,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_mount_setattr,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_fanotify_init,
    libc::SYS_inotify_add_watch,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_semget,
    libc::SYS_msgget,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_syslog,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_vhangup,
    // Landlock sees neither permissions nor owners, times and attributes; these name a file by its path.
    libc::SYS_fchmodat,
    FCHMODAT2,
    libc::SYS_fchownat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    // And these an open file, be it open for reading only: the filter cannot see which.
    libc::SYS_fchmod,
    libc::SYS_fchown,
    libc::SYS_fsetxattr,
    libc::SYS_fremovexattr,
    libc::SYS_utimensat,
    SETXATTRAT,
    REMOVEXATTRAT,
    FILE_SETATTR,
    OPEN_TREE_ATTR,
];

// Calls of Linux 6.6, 6.13, 6.15 and 6.17, one number everywhere.
const FCHMODAT2: i64 = 452;
const SETXATTRAT: i64 = 463;
const REMOVEXATTRAT: i64 = 466;
const OPEN_TREE_ATTR: i64 = 467;
const FILE_SETATTR: i64 = 469;

/// The same by the names that only the oldest architecture has.
#[cfg(target_arch = "x86_64")]
const ALWAYS_HERE: &[i64] = &[
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
    libc::SYS_iopl,
    libc::SYS_ioperm,
    libc::SYS_modify_ldt,
];
#[cfg(not(target_arch = "x86_64"))]
const ALWAYS_HERE: &[i64] = &[];

/// Requests to devices: to type on a terminal, to change a file's flags.
const REQUESTS: &[u64] = &[0x5412, 0x541c, 0x4008_6602, 0x401c_5820];

const NAMESPACES: &[i32] = &[
    libc::CLONE_NEWNS,
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWCGROUP,
];

fn refused(confined: Confined) -> Built<Refused> {
    let mut calls = Refused::new();
    for call in ALWAYS.iter().chain(ALWAYS_HERE) {
        calls.insert(*call, Vec::new());
    }
    // A pair of streams is a pipe both ways; a pair of datagram sockets can be turned to another address.
    let kind = |kind: i32| when(1, Op::MaskedEq(0xf), u64::from(kind.cast_unsigned()));
    calls.insert(libc::SYS_socketpair, vec![kind(libc::SOCK_DGRAM)?, kind(libc::SOCK_RAW)?]);
    calls.insert(libc::SYS_ioctl, each(REQUESTS, |request| when(1, Op::Eq, *request))?);
    let has = |flag: &i32| {
        let flag = u64::from(flag.cast_unsigned());
        when(0, Op::MaskedEq(flag), flag)
    };
    calls.insert(libc::SYS_clone, each(NAMESPACES, has)?);
    if confined.level == Level::Walls {
        calls.extend(of_others()?);
    }
    if confined.version < 3 {
        calls.extend(truncating()?);
    }
    Ok(calls)
}

/// Where other processes of this user can be named: signals to those that contain the command, and what
/// Landlock does not see of the others.
fn of_others() -> Built<Refused> {
    let ours = [Some(getpid()), getppid(), Some(gettid())]
        .into_iter()
        .flatten()
        .map(|pid| pid.as_raw_nonzero().get());
    let ours: Vec<i32> = ours.collect();
    let numbers =
        |numbers: &[i32]| each(numbers, |number| when(0, Op::Eq, u64::from(number.cast_unsigned())));
    let mut calls = Refused::new();
    for call in [
        libc::SYS_tkill,
        libc::SYS_tgkill,
        libc::SYS_rt_sigqueueinfo,
        libc::SYS_rt_tgsigqueueinfo,
        libc::SYS_pidfd_open,
    ] {
        calls.insert(call, numbers(&ours)?);
    }
    let groups = ours.iter().map(|number| -number).chain([-1]);
    let all: Vec<i32> = ours.iter().copied().chain(groups).collect();
    calls.insert(libc::SYS_kill, numbers(&all)?);
    for call in [
        libc::SYS_prlimit64,
        libc::SYS_sched_setaffinity,
        libc::SYS_sched_setattr,
        libc::SYS_sched_setparam,
        libc::SYS_sched_setscheduler,
    ] {
        calls.insert(call, vec![when(0, Op::Ne, 0)?]);
    }
    // Who joins their group can signal the group.
    calls
        .insert(libc::SYS_setpgid, each(&ours, |number| when(1, Op::Eq, u64::from(number.cast_unsigned())))?);
    for call in [libc::SYS_setpriority, libc::SYS_ioprio_set] {
        calls.insert(call, vec![when(1, Op::Ne, 0)?]);
    }
    Ok(calls)
}

/// Before Linux 6.2 Landlock did not see that a file is emptied by somebody who may only read it.
fn truncating() -> Built<Refused> {
    let mut calls = Refused::from([(libc::SYS_truncate, Vec::new())]);
    let mask = u64::from((libc::O_TRUNC | libc::O_ACCMODE).cast_unsigned());
    let emptied = u64::from((libc::O_TRUNC | libc::O_RDONLY).cast_unsigned());
    calls.insert(libc::SYS_openat, vec![when(2, Op::MaskedEq(mask), emptied)?]);
    #[cfg(target_arch = "x86_64")]
    calls.insert(libc::SYS_open, vec![when(1, Op::MaskedEq(mask), emptied)?]);
    Ok(calls)
}

/// Calls whose arguments lie where a filter cannot look; programs use the older ones when these are not there.
fn unknown(version: u32) -> Built<Refused> {
    let mut calls = Refused::from([(libc::SYS_clone3, Vec::new())]);
    if version < 3 {
        calls.insert(libc::SYS_openat2, Vec::new());
    }
    Ok(calls)
}

fn each<T>(values: &[T], rule: impl Fn(&T) -> Built<SeccompRule>) -> Built<Vec<SeccompRule>> {
    values.iter().map(rule).collect()
}

/// A rule about one argument. All that are asked about have 32 bits, but for a path, which is compared with none.
fn when(argument: u8, compare: Op, value: u64) -> Built<SeccompRule> {
    let length = if matches!(compare, Op::Ne) { Len::Qword } else { Len::Dword };
    SeccompRule::new(vec![Condition::new(argument, length, compare, value)?])
}

#[cfg(test)]
mod tests {
    use super::{Confined, program, refused, unknown};
    use crate::Level;

    #[test]
    fn a_filter_can_be_built_for_every_kernel() {
        let size = |level, version| {
            let calls = refused(Confined { level, version }).expect("rules");
            program(calls, libc::EPERM.cast_unsigned()).expect("a program").len()
        };
        // The kernel takes 4096 instructions of one program.
        for version in 1..=9 {
            let [full, walls] = [Level::Full, Level::Walls].map(|level| size(level, version));
            assert!(full < walls && walls < 2000, "{version}: {full} {walls}");
        }
        assert!(size(Level::Full, 2) > size(Level::Full, 3), "truncation");
        assert!(unknown(2).expect("rules").len() > unknown(3).expect("rules").len(), "openat2");
    }
}
