// Section numbers of the binary format.

export const SECTION_CUSTOM = 0;
export const SECTION_TYPE = 1;
export const SECTION_IMPORT = 2;
export const SECTION_FUNCTION = 3;
export const SECTION_TABLE = 4;
export const SECTION_MEMORY = 5;
export const SECTION_GLOBAL = 6;
export const SECTION_EXPORT = 7;
export const SECTION_START = 8;
export const SECTION_ELEMENT = 9;
export const SECTION_CODE = 10;
export const SECTION_DATA = 11;
export const SECTION_DATA_COUNT = 12;

export const MODULE_HEADER = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00);
