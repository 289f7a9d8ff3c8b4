//! What addr2line says about a module: one line for every nth address of its code section, with the
//! function, file, line and column of each frame, innermost first, separated by tabs.

use gimli::{EndianRcSlice, LittleEndian, SectionId};
use std::{collections::HashMap, env, error::Error, fs, rc::Rc};

const CUSTOM: u8 = 0;
const CODE: u8 = 10;
const HEADER_BYTES: usize = 8;

fn read_number(bytes: &[u8], offset: &mut usize) -> usize {
    let (mut value, mut shift) = (0, 0);
    loop {
        let byte = bytes[*offset];
        *offset += 1;
        value |= ((byte & 0x7f) as usize) << shift;
        shift += 7;
        if byte < 0x80 {
            return value;
        }
    }
}

/// The custom sections by name, and the length of the code section.
fn read_sections(bytes: &[u8]) -> (HashMap<String, &[u8]>, usize) {
    let mut sections = HashMap::new();
    let (mut offset, mut code_length) = (HEADER_BYTES, 0);
    while offset < bytes.len() {
        let id = bytes[offset];
        offset += 1;
        let length = read_number(bytes, &mut offset);
        let end = offset + length;
        if id == CUSTOM {
            let name_length = read_number(bytes, &mut offset);
            let start = offset + name_length;
            let name = String::from_utf8_lossy(&bytes[offset..start]).into_owned();
            sections.insert(name, &bytes[start..end]);
        } else if id == CODE {
            code_length = length;
        }
        offset = end;
    }
    (sections, code_length)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().collect();
    let bytes = fs::read(&arguments[1])?;
    let step: u64 = arguments[2].parse()?;
    let (sections, code_length) = read_sections(&bytes);
    let load = |id: SectionId| -> Result<_, gimli::Error> {
        let content = sections.get(id.name()).copied().unwrap_or_default();
        Ok(EndianRcSlice::new(Rc::from(content), LittleEndian))
    };
    let context = addr2line::Context::from_dwarf(gimli::Dwarf::load(load)?)?;
    for address in (0..code_length as u64).step_by(step as usize) {
        let mut line = address.to_string();
        let mut frames = context.find_frames(address).skip_all_loads()?;
        while let Some(frame) = frames.next()? {
            let name = match &frame.function {
                Some(function) => format!("{:#}", rustc_demangle::demangle(&function.raw_name()?)),
                None => String::new(),
            };
            let place = frame.location.map_or(String::new(), |place| {
                let (file, line) = (place.file.unwrap_or(""), place.line.unwrap_or(0));
                format!("{file}:{line}:{}", place.column.unwrap_or(0))
            });
            line += &format!("\t{name}\t{place}");
        }
        println!("{line}");
    }
    Ok(())
}
