//! Passwords that are arguments of commands.

use super::shape::{Shape, is_random};
use crate::secret::strength::{is_reference, is_standin, mixture};

/// Makes a shape of commands, of what stands between one and its password, and of what follows it. The value may be in
/// quotes. Commands end at their line, or at a sign that begins the next one.
macro_rules! command {
    ($names:literal, $before:literal, $after:literal, $needs:expr, $is_likely:expr) => {
        argument!(
            concat!(r"\b(?:", $names, r")\b(?u:[^\n|;&]){0,200}?\s", $before),
            $after,
            $needs,
            $is_likely
        )
    };
}

/// Makes a shape of all that stands before a value in quotes or none, and behind it.
macro_rules! argument {
    (concat!($($before:literal),+ $(,)?), $after:literal, $needs:expr, $is_likely:expr) => {
        Shape {
            rule: "command-password",
            words: "password of a command",
            by: "by the command and the option before it",
            pattern: concat!(
                "(?-u)",
                $($before,)+
                r#"\\{0,3}(?:"((?u:[^"\r\n]){4,})"|'((?u:[^'\r\n]){4,})'|((?u:[^\s"'`|;&<>()]){4,}))"#,
                $after
            ),
            needs: $needs,
            run: 0,
            is_likely: $is_likely,
        }
    };
    ($before:literal, $after:literal, $needs:expr, $is_likely:expr) => {
        argument!(concat!($before), $after, $needs, $is_likely)
    };
}

#[rustfmt::skip]
pub(super) const SHAPES: &[Shape] = &[
    argument!(r#"\bcurl\b(?u:[^\n]){0,200}?\s(?:-u|-U|--user|--proxy-user)[ =]?\\{0,3}["']?(?u:[^\s:"']){1,80}:"#, "", &["curl"], is_typed),
    command!("sshpass", r"-p\s{0,3}", "", &["sshpass"], is_typed),
    argument!(r"\b(?:mysql|mariadb)[a-z_-]{0,12}\b(?u:[^\n|;&]){0,200}?\s-p", "", &["mysql", "mariadb"], is_typed),
    // Registries and clusters: `-p` means a port or a folder to most other commands.
    command!(
        "docker|podman|nerdctl|buildah|skopeo|crane|regctl|oras|helm|az|oc|cf|ibmcloud|argocd|rancher|faas-cli",
        r"(?:registry\s|acr\s|auth\s)?login\b(?u:[^\n|;&]){0,200}?\s(?:-p|--password)[ =]{1,2}", "", &["login"], is_typed
    ),
    command!("az", r"(?:-p|--password|--admin-password|--sp-password)[ =]{1,2}", "", &["az "], is_mixed),
    command!("redis-cli|valkey-cli|keydb-cli|redis-benchmark", r"(?:-a|--pass)[ =]", "", &["redis", "valkey", "keydb"], is_typed),
    argument!(r"\b(?:requirepass|masterauth|wpa-psk)\s{1,3}", "", &["requirepass", "masterauth", "wpa-psk"], is_mixed),
    argument!(r"(?m:^)[ \t]{0,8}AUTH[ \t]{1,3}(?:[!-~]{1,40}[ \t]{1,3})?", "", &["auth"], is_mixed),
    command!(
        "mongo|mongosh|mongodump|mongorestore|mongoexport|mongoimport|cqlsh|rabbitmqadmin|arangosh|twine|influx|psexec|PsExec|PsExec64|paexec",
        r"(?:-p|-password|--password)[ =]{1,2}", "",
        &["mongo", "cqlsh", "rabbitmqadmin", "arangosh", "twine", "influx", "exec"], is_mixed
    ),
    command!(
        "sqlcmd|bcp|osql|isql|tsql|ipmitool|mosquitto_pub|mosquitto_sub|zip|unzip", r"-P\s{0,3}", "",
        &["sqlcmd", "bcp", "osql", "isql", "tsql", "ipmitool", "mosquitto_", "zip"], is_typed
    ),
    command!("7z|7za|7zr|7zz|rar|unrar", "-h?p", "", &["7z", "rar"], is_typed),
    command!("ldap[a-z]{3,8}", r"-w\s{0,3}", "", &["ldap"], is_typed),
    command!("ldappasswd", r"-[as]\s{1,3}", "", &["ldappasswd"], is_typed),
    command!("plink|pscp|psftp|putty|kitty", r"-pw\s{1,3}", "", &["plink", "pscp", "psftp", "putty", "kitty"], is_typed),
    command!("snmp[a-z]{2,12}", r"-[AX]\s{1,3}", "", &["snmp"], is_mixed),
    command!(
        "smbclient|rpcclient|smbget|smbmap|winexe", r#"(?:-U|--user)[ =]?\\{0,3}["']?(?u:[^\s%"']){1,80}%"#, "",
        &["smb", "rpcclient", "winexe"], is_typed
    ),
    command!(
        "cmdkey|schtasks|wmic|runas|[a-z]{1,3}freerdp[0-9]?(?:\\.exe)?|cmdkey\\.exe",
        r"/(?:p:|rp:|rp\s{1,3}|pass:|password:)", "", &["cmdkey", "schtasks", "wmic", "runas", "freerdp"], is_typed
    ),
    argument!(r"\bnet(?:\.exe)?\s{1,3}use\b(?u:[^\n]){0,200}?\s", r"\s{1,3}/u(?:ser)?:", &["/u"], is_of_net),
    argument!(r"\bnet(?:\.exe)?\s{1,3}use\b(?u:[^\n]){0,200}?\s/u(?:ser)?:(?u:[^\s]){1,80}\s{1,3}", "", &["/u"], |value| is_mixed(value) && is_of_net(value)),
    argument!(r"\bnet(?:\.exe)?\s{1,3}user\s{1,3}(?u:[^\s]){1,80}\s{1,3}", "", &["net"], |value| is_mixed(value) && is_of_net(value)),
    argument!(
        r"\bhtpasswd(?:\s{1,3}-[A-Za-z]{1,8}(?:\s{1,3}[0-9]{1,2})?){0,4}?\s{1,3}-[A-Za-z]{0,6}b[A-Za-z]{0,6}(?:\s{1,3}-[A-Za-z]{1,8}(?:\s{1,3}[0-9]{1,2})?|\s{1,3}[0-9]{1,2}){0,4}(?:\s{1,3}(?u:[^\s-])(?u:[^\s]){0,200}){1,2}?\s{1,3}",
        r#"[ \t]{0,3}(?:$|[\r\n|;&>)`"'])"#, &["htpasswd"], is_typed
    ),
    argument!(r"\bopenssl\b(?u:[^\n|;&]){0,200}?\spass:", "", &["openssl"], is_typed),
    command!("openssl", r"-k\s{1,3}", "", &["openssl"], is_mixed),
    argument!(r"\s-(?:src|dest)?(?:storepass|keypass)\s{1,3}", "", &["storepass", "keypass"], is_typed),
    argument!(
        r"\becho\s{1,3}(?:-n\s{1,3})?", r"\s{0,3}\|\s{0,3}sudo(?:\s{1,3}-[A-Za-z]{1,10}){0,4}?\s{1,3}(?:-[A-Za-z]{0,5}S|--stdin)\b",
        &["sudo"], is_typed
    ),
    argument!(r#"\becho\s{1,3}(?:-n\s{1,3})?\\{0,3}["']?(?u:[^\s:"']){1,64}:"#, r#"\\{0,3}["']?\s{0,3}\|\s{0,3}(?:sudo\s{1,3})?chpasswd"#, &["chpasswd"], is_typed),
    argument!(r"\brabbitmqctl\b(?u:[^\n|;&]){0,80}?\s(?:add_user|change_password|authenticate_user)\s{1,3}(?u:[^\s]){1,80}\s{1,3}", "", &["rabbitmqctl"], is_typed),
    argument!(r#"\bhttps?\s(?u:[^\n|;&]){0,200}?(?:-a|--auth)[ =]{1,2}\\{0,3}["']?(?u:[^\s:"']){1,80}:"#, "", &["http"], is_typed),
    command!("lftp|ncftp", r#"-u\s{0,3}\\{0,3}["']?(?u:[^\s,"']){1,80},"#, "", &["ftp"], is_typed),
    argument!(r"\b(?:sqlplus|expdp|impdp|sqlldr|rman)\s{1,3}(?:-[A-Za-z]{1,10}\s{1,3}){0,3}[A-Za-z0-9_]{1,30}/", "", &["sqlplus", "expdp", "impdp", "sqlldr", "rman"], is_mixed),
    command!("nmcli", r"(?:password|wifi-sec\.psk)\s{1,3}", "", &["nmcli"], is_typed),
    argument!(r#"\bwpa_passphrase\s{1,3}(?:"(?u:[^"\n]){1,64}"|'(?u:[^'\n]){1,64}'|(?u:[^\s"']){1,64})\s{1,3}"#, "", &["wpa_passphrase"], is_typed),
    argument!(r"(?i:\bidentified\s{1,3}by\s{1,3}(?:password\s{1,3})?)", "", &["identified"], |value| is_mixed(value)),
    argument!(r"(?i:\b(?:user|role|login|with|encrypted)\s{1,3}(?u:[^\n;]){0,80}?\bpassword\s{1,3})", "", &["password"], is_mixed),
    // `aws configure set NAME VALUE`, `npm config set //host/:_authToken VALUE`
    argument!(r"\bset\s{1,3}[!-~]{0,120}?(?i:secret|token|passw|_key|api-?key)[!-~]{0,40}\s{1,3}", "", &["set"], |value| is_random(value, 3.0)),
];

/// Returns whether it is a value rather than the place of one: `PASS`, `<password>`, `$PASS`, the next option.
fn is_typed(value: &str) -> bool {
    const WORDS: [&str; 5] = ["pass", "passw", "pwd", "passphrase", "mypw"];
    let is_name = value.bytes().all(|byte| byte.is_ascii_uppercase() || b"_-".contains(&byte));
    let is_framed = value.starts_with(['-', '<', '[', '{', '…']) || value.starts_with("...");
    !is_name
        && !is_framed
        && !WORDS.contains(&value.to_ascii_lowercase().as_str())
        && !is_standin(value)
        && !is_reference(value)
}

/// The same, of a value that is not only a word: where an option means other things too.
fn is_mixed(value: &str) -> bool {
    let (digits, letters) = mixture(value);
    value.len() >= 6 && digits >= 1 && letters >= 2 && is_typed(value)
}

/// Returns whether it can be the password among the arguments of `net`: no share, drive, option or `*`.
fn is_of_net(value: &str) -> bool {
    is_typed(value) && !value.contains('\\') && !value.ends_with(':') && !value.starts_with(['/', '*'])
}
