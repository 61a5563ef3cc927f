//! Names the app's own commands, so that Tauri's access list covers it too.

fn main() {
    let manifest = tauri_build::AppManifest::new().commands(&["ask", "approve"]);
    tauri_build::try_build(tauri_build::Attributes::new().app_manifest(manifest))
        .expect("tauri.conf.json, the capability and the icons are in place");
}
