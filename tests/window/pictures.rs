//! The pictures of README and manual: made from the real window, and found out when the window looks otherwise.
//!
//! What is compared is the window itself, not the sources it is made of: whoever moves code around changes no picture,
//! and whoever changes a colour, a place or a word changes one. Beside each picture stand the words it shows, so that a
//! difference can be named, and is seen in a review. Single points are not compared: type is drawn a little differently
//! on every machine, and times of day differ with each run.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};

use tests::example::{Example, Trouble, lay_out_agents, lay_out_whole};
use xtask::checkout;
use xtask::picture::Picture;

use crate::driver::Window;
use crate::looks::{Folder, OTHER_AGENTS, SCREENS, THEMES, at_rest, leave};

type LayOut = fn(&Path) -> Result<Example, Trouble>;

/// The screens that are shown.
const SHOWN: &[&str] = &[
    "skills",
    "all-checks",
    "sessions",
    "session",
    "damaged",
    "drift",
    "diff",
    "wins",
    "approvals",
    "agents-session",
];

/// Points a side of what is compared as one.
const BLOCK: usize = 12;
/// By how much the mean of a block may be lighter or darker, of 255.
const LIGHTER: u32 = 20;
/// Of a thousand blocks, how many may differ.
const DIFFERING: usize = 12;

fn path(screen: &str, end: &str) -> PathBuf {
    checkout::root().join("docs/manual/pictures").join(format!("{screen}{end}"))
}

/// Saves a picture and the words it shows.
fn keep(window: &Window, screen: &str, theme: &str) {
    write_png(&path(screen, &format!(".{theme}.png")), &window.picture());
    let words: String = words(window).into_iter().map(|word| word + "\n").collect();
    fs::write(path(screen, ".txt"), words).expect("words on disk");
}

/// Every word that is seen, once: without what a run changes, which are numbers and paths.
fn words(window: &Window) -> BTreeSet<String> {
    let text = window.text();
    let stays = |word: &&str| word.chars().all(|sign| !sign.is_numeric() && sign != '/');
    text.split_whitespace().filter(stays).map(str::to_owned).collect()
}

/// Writes a picture in its 256 most frequent colours, and the nearest of these for every other: type is drawn in some
/// hundreds, the rarest of which nobody tells apart. It takes a third of the room.
fn write_png(path: &Path, picture: &Picture) {
    let points: Vec<[u8; 3]> = picture.points().as_chunks().0.to_vec();
    let palette = palette(&points);
    let mut places: HashMap<[u8; 3], u8> = HashMap::new();
    let rows: Vec<u8> = points
        .iter()
        .map(|point| *places.entry(*point).or_insert_with(|| nearest(&palette, *point)))
        .collect();
    let file = fs::File::create(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (width, height) = (picture.width() as u32, picture.height() as u32);
    let mut encoder = png::Encoder::new(BufWriter::new(file), width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(palette.concat());
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header().expect("a head on disk");
    writer.write_image_data(&rows).expect("a picture on disk");
    writer.finish().expect("a whole picture on disk");
}

fn palette(points: &[[u8; 3]]) -> Vec<[u8; 3]> {
    let mut counts: HashMap<[u8; 3], u32> = HashMap::new();
    for point in points {
        *counts.entry(*point).or_default() += 1;
    }
    let mut colours: Vec<([u8; 3], u32)> = counts.into_iter().collect();
    colours.sort_by_key(|(colour, count)| (std::cmp::Reverse(*count), *colour));
    colours.into_iter().take(256).map(|(colour, _)| colour).collect()
}

fn nearest(palette: &[[u8; 3]], point: [u8; 3]) -> u8 {
    let far = |colour: &[u8; 3]| -> u32 {
        colour.iter().zip(point).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    let place = (0..palette.len()).min_by_key(|place| far(&palette[*place]));
    place.and_then(|place| u8::try_from(place).ok()).unwrap_or_default()
}

/// A picture as it was written, three bytes for each point.
fn read_png(path: &Path) -> Vec<u8> {
    let file = fs::File::open(path)
        .unwrap_or_else(|error| panic!("{}: {error}; cargo xtask shots makes it", path.display()));
    let mut decoder = png::Decoder::new(BufReader::new(file));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("a picture");
    let mut points = vec![0; reader.output_buffer_size().expect("a size that can be held")];
    reader.next_frame(&mut points).expect("a whole picture");
    points
}

/// How many of a thousand blocks are lighter or darker in one than in the other.
fn differing(a: &[u8], b: &[u8], width: usize) -> usize {
    let means = |points: &[u8]| -> Vec<u32> {
        let rows: Vec<&[u8]> = points.chunks(width * 3).collect();
        let bands = rows.chunks_exact(BLOCK);
        let mean = |band: &[&[u8]], at: usize| {
            let piece = |row: &&[u8]| {
                row[at * BLOCK * 3..(at + 1) * BLOCK * 3].iter().map(|one| u32::from(*one)).sum::<u32>()
            };
            band.iter().map(piece).sum::<u32>() / (BLOCK * BLOCK * 3) as u32
        };
        bands.flat_map(|band| (0..width / BLOCK).map(move |at| mean(band, at))).collect()
    };
    let (a, b) = (means(a), means(b));
    if a.len() != b.len() {
        return 1000;
    }
    let count = a.iter().zip(&b).filter(|(a, b)| a.abs_diff(**b) > LIGHTER).count();
    count * 1000 / a.len().max(1)
}

/// What the window shows otherwise than the picture of a document.
fn differences(window: &Window, screen: &str, theme: &str) -> Vec<String> {
    let shown = window.picture();
    let kept = read_png(&path(screen, &format!(".{theme}.png")));
    let mut found = Vec::new();
    let differ = differing(&kept, shown.points(), shown.width());
    if differ > DIFFERING {
        found.push(format!("{screen}, {theme}: {differ} of 1000 blocks look otherwise"));
    }
    let told = fs::read_to_string(path(screen, ".txt")).expect("the words of a picture");
    let told: BTreeSet<String> = told.lines().map(str::to_owned).collect();
    let now = words(window);
    let list =
        |a: &BTreeSet<String>, b: &BTreeSet<String>| a.difference(b).cloned().collect::<Vec<_>>().join(" ");
    if told != now {
        found.push(format!("{screen}, {theme}: new: {}; gone: {}", list(&now, &told), list(&told, &now)));
    }
    found
}

#[test]
fn the_pictures_of_the_documents_are_what_the_window_shows() {
    let mut found = Vec::new();
    each_shown(&mut |window, screen, theme| found.extend(differences(window, screen, theme)));
    assert!(found.is_empty(), "cargo xtask shots makes them anew:\n{}", found.join("\n"));
}

#[test]
#[ignore = "makes pictures; `cargo xtask shots` asks for it"]
fn shots_of_the_documents() {
    each_shown(&mut keep);
}

/// Goes to each screen that is shown, in each theme, in a window that remembers nothing: what one screen leaves behind
/// is seen on the next.
fn each_shown(look: &mut dyn FnMut(&Window, &str, &str)) {
    for (lay_out, screens) in [(lay_out_whole as LayOut, SCREENS), (lay_out_agents, OTHER_AGENTS)] {
        for theme in THEMES {
            let folder = Folder::new();
            let laid = lay_out(&folder.0).expect("it is laid out");
            let window = Window::open_on(tempfile::tempdir().expect("a temporary folder"), laid);
            window.draw_in(theme);
            for (screen, reach) in screens.iter().filter(|(screen, _)| SHOWN.contains(screen)) {
                reach(&window);
                at_rest(&window);
                look(&window, screen, theme);
                leave(&window, screen);
            }
        }
    }
}

#[test]
fn a_picture_is_told_from_another() {
    let flat = vec![200; 120 * 120 * 3];
    let mut other = flat.clone();
    assert_eq!(differing(&flat, &other, 120), 0);
    other[..24 * 120 * 3].fill(20);
    assert_eq!(differing(&flat, &other, 120), 200);
    assert_eq!(differing(&flat, &flat[..120 * 12 * 3], 120), 1000);
}
