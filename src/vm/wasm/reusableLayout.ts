// Where a reusable module keeps things in its memory. The contract sees the lower part, as many
// pages as it has at the moment. Behind the most that it may have are two maps with a byte for each
// granule of 4 KiB (written since the last reset, ever written), and the initial content of the
// granules that data segments reach.

export const PAGE_SHIFT = 16;
export const GRANULE_SHIFT = 12;
const GRANULE_BYTES = 1 << GRANULE_SHIFT;
/** How far behind the end of its granule an access may end. */
const OVERHANG_BYTES = 8;
/** What is restored for a granule. */
export const RESTORED_BYTES = GRANULE_BYTES + OVERHANG_BYTES;
/** Granules that a reset looks at together; the maps have multiples of it. */
export const GROUP_GRANULES = 64;

/** The bytes that data segments write. */
export type DataExtent = { readonly start: number; readonly end: number };

export type ReusableLayout = {
  /** What the contract sees at the start of a call, and at most. */
  readonly pagesMin: number;
  readonly pagesMax: number;
  /** What the memory has. */
  readonly pages: number;
  /** The addresses of the maps. */
  readonly dirty: number;
  readonly resident: number;
  /** The initial content of the bytes from `from` on; null without data. */
  readonly image: {
    readonly address: number;
    readonly from: number;
    readonly length: number;
  } | null;
};

export function createReusableLayout(
  { pagesMin, pagesMax }: Pick<ReusableLayout, 'pagesMin' | 'pagesMax'>,
  data: DataExtent | null,
): ReusableLayout {
  // What is restored for the last granule of all ends behind it.
  const dirty = (pagesMax << PAGE_SHIFT) + GROUP_GRANULES;
  const groups = Math.ceil((pagesMax << (PAGE_SHIFT - GRANULE_SHIFT)) / GROUP_GRANULES);
  const mapBytes = groups * GROUP_GRANULES;
  const resident = dirty + mapBytes;
  const address = resident + mapBytes;
  const image = data && { address, ...imageOf(data) };
  const pages = ((address + (image?.length ?? 0)) >>> PAGE_SHIFT) + 1;
  return { pagesMin, pagesMax, pages, dirty, resident, image };
}

/** All granules of which a restored byte is data. */
function imageOf({ start, end }: DataExtent): { from: number; length: number } {
  const from = floorToGranule(Math.max(0, start - OVERHANG_BYTES));
  return { from, length: floorToGranule(end - 1) + RESTORED_BYTES - from };
}

function floorToGranule(address: number): number {
  return (address >>> GRANULE_SHIFT) << GRANULE_SHIFT;
}
