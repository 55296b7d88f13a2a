import { crc32, deflateSync } from 'node:zlib'
import { pickNumber, createFingerprint } from '../fingerprint.ts'

export type Picture = { width: number; height: number; prompt: string; copy: number }

const CELLS = 8
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

/** Draws a PNG with a mirrored pattern that the prompt decides. Its description contains the prompt. */
export function drawPicture({ width, height, prompt, copy }: Picture): Buffer {
  const print = createFingerprint('picture', { prompt, copy })
  const draw = (label: string, bound: number) => pickNumber(print, label, bound)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Eight bits per pixel: the index of a colour.
  head.set([8, 3, 0, 0, 0], 8)
  const colours = Array.from({ length: 4 }, (_, index) =>
    ['r', 'g', 'b'].map((part) => 40 + draw(`${index} ${part}`, 200)),
  )
  const rows = Array.from({ length: CELLS }, (_, y) => patternRow(width, y, draw))
  const pixels = Buffer.concat(
    rows.flatMap((row, y) => Array.from({ length: gridLines(height, y) }, () => row)),
  )
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('iTXt', Buffer.from(`Description\0\0\0\0\0${prompt}`)),
    chunk('PLTE', Buffer.from(colours.flat())),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Returns how many of `size` pixels a cell of the pattern covers. */
const gridLines = (size: number, cell: number) =>
  Math.floor(((cell + 1) * size) / CELLS) - Math.floor((cell * size) / CELLS)

function patternRow(width: number, y: number, draw: (label: string, bound: number) => number) {
  const cells = Array.from({ length: CELLS }, (_, x) =>
    Buffer.alloc(gridLines(width, x), draw(`${Math.min(x, CELLS - 1 - x)} ${y}`, 4)),
  )
  return Buffer.concat([Buffer.alloc(1), ...cells])
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** Returns the prompt of a PNG that this provider drew. */
export function readPicturePrompt(png: Buffer): string | undefined {
  const offset = png.indexOf('iTXtDescription\0')
  if (offset < 4) return undefined
  const length = png.readUInt32BE(offset - 4)
  return png.toString('utf8', offset + 20, offset + 4 + length)
}
