import { isUtf8 } from 'node:buffer'
import chardet from 'chardet'
import { Unreadable } from './refusal.ts'

const MARKS: [bytes: number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]
const SURE = 25
/** How much surer of another encoding one has to be than of the Western one, in which most are. */
const MARGIN = 5
const WESTERN = ['ISO-8859-1', 'windows-1252']
const SAMPLE = 100_000
/** Bytes that are decoded at a time. */
const PIECE = 1024 * 1024

/** Text of a file, with the encoding it was found to have. What is no text at all is refused. */
export function decode(bytes: Uint8Array): { text: string; encoding: string } {
  const { encoding, pieces } = decodePieces(bytes)
  return { text: [...pieces()].join(''), encoding }
}

type Decoding = {
  /** Whatever it seems to be. */
  asked?: string | undefined
  /** Where it is not known; without it, that is refused. */
  orElse?: string
}

/** The same piece by piece, from the beginning each time: a text of 100 MB is never there as a whole. */
export function decodePieces(
  bytes: Uint8Array,
  { asked, orElse }: Decoding = {},
): {
  encoding: string
  pieces: () => Iterable<string>
} {
  const marked = MARKS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))
  const encoding =
    asked ??
    marked?.[1] ??
    unmarked(bytes) ??
    (isUtf8(bytes) || isNearlyUtf8(bytes) ? 'utf-8' : guess(bytes, orElse))
  const pieces = () => decoded(bytes, encoding)
  const [beginning = ''] = pieces()
  // What is broken of a text that is UTF-8 or was asked for in another encoding is shown to whoever brought it.
  const isKnown = asked !== undefined || encoding === 'utf-8'
  if (isBinary(isKnown ? beginning.replaceAll('\ufffd', '') : beginning)) throw notText()
  return { encoding, pieces }
}

/** UTF-16 without its mark: of the letters of most texts every other byte is empty, and it is the first or the second. */
function unmarked(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, SAMPLE - (SAMPLE % 2))
  if (!sample.includes(0)) return undefined
  const letters = sample.length / 2
  const empty = (from: number) => sample.filter((byte, at) => byte === 0 && at % 2 === from).length
  const [first, second] = [empty(0), empty(1)]
  if (second > letters / 2 && first < letters / 50) return 'utf-16le'
  return first > letters / 2 && second < letters / 50 ? 'utf-16be' : undefined
}

/** A few bytes are broken, and all other letters beyond ASCII are UTF-8: in another encoding next to none would be. */
function isNearlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes.subarray(0, SAMPLE))
  const broken = text.match(/\ufffd/g)?.length ?? 0
  const letters = (text.match(/[^\p{ASCII}]/gu)?.length ?? 0) - broken
  return letters > 2 * broken
}

function guess(bytes: Uint8Array, orElse: string | undefined): string {
  // Nothing but UTF-16 writes these in a text, and that was looked for.
  const sample = bytes.subarray(0, SAMPLE)
  if (sample.includes(0)) throw notText()
  const found = chardet.analyse(sample).filter(({ name }) => isReadableIn(name, sample))
  const [best] = found
  const western = found.find(({ name }) => WESTERN.includes(name))
  const likely = western && best && western.confidence >= best.confidence - MARGIN ? western : best
  if (likely && likely.confidence >= SURE) return likely.name
  if (orElse !== undefined) return orElse
  throw new Unreadable(
    'The encoding of the file is not known: it is not UTF-8',
    'Save it as UTF-8 and add it again.',
  )
}

/** An encoding that is not known here is for `decoderOf` to tell of. */
function isReadableIn(encoding: string, sample: Uint8Array): boolean {
  try {
    return !new TextDecoder(encoding).decode(sample, { stream: true }).includes('\ufffd')
  } catch {
    return true
  }
}

function* decoded(bytes: Uint8Array, encoding: string): Generator<string> {
  const decoder = decoderOf(encoding)
  let held = ''
  for (let at = 0; at < bytes.length; at += PIECE) {
    const text = held + decoder.decode(bytes.subarray(at, at + PIECE), { stream: true })
    // Its line feed may be in the next piece.
    held = text.endsWith('\r') ? '\r' : ''
    yield text.slice(0, text.length - held.length).replaceAll('\r\n', '\n')
  }
  yield held + decoder.decode()
}

function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding)
  } catch {
    throw new Unreadable(
      `The file seems to be written in ${encoding}, which cannot be read`,
      'Save it as UTF-8 and add it again.',
    )
  }
}

/** Texts have next to no control characters. */
function isBinary(text: string): boolean {
  const sample = text.slice(0, SAMPLE)
  // oxlint-disable-next-line no-control-regex
  const odd = sample.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/g)?.length ?? 0
  return odd > sample.length / 100
}

const notText = () =>
  new Unreadable(
    'The file is not text: it holds binary data',
    'Add text, Markdown, HTML, PDF, CSV or JSON; save anything else as one of these first.',
  )
