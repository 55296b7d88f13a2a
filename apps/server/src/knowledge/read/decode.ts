import { isUtf8 } from 'node:buffer'
import chardet from 'chardet'
import { Unreadable } from './refusal.ts'

const MARKS: [bytes: number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]
const SURE = 25
/** How much more likely another encoding must be than Western, the most common one. */
const MARGIN = 5
const WESTERN = ['ISO-8859-1', 'windows-1252']
const SAMPLE = 100_000
/** Bytes to decode at a time. */
const PIECE = 1024 * 1024

/** Decodes a text file and returns its encoding. Rejects binary files. */
export function decode(bytes: Uint8Array): { text: string; encoding: string } {
  const { encoding, pieces } = decodePieces(bytes)
  return { text: [...pieces()].join(''), encoding }
}

type Decoding = {
  /** Overrides the detected encoding. */
  asked?: string | undefined
  /** Used if the encoding is unknown. Without it, such files are rejected. */
  orElse?: string
}

/**
 * Decodes in chunks, restarting on each call, so that a text of 100 MB is never in memory as a
 * whole.
 */
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
  // Invalid bytes are shown as replacement characters if the encoding is certain.
  const isKnown = asked !== undefined || encoding === 'utf-8'
  if (isBinary(isKnown ? beginning.replaceAll('\ufffd', '') : beginning)) throw notText()
  return { encoding, pieces }
}

/** UTF-16 without a byte order mark: in most texts every second byte is zero. */
function unmarked(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, SAMPLE - (SAMPLE % 2))
  if (!sample.includes(0)) return undefined
  const letters = sample.length / 2
  const empty = (from: number) => sample.filter((byte, at) => byte === 0 && at % 2 === from).length
  const [first, second] = [empty(0), empty(1)]
  if (second > letters / 2 && first < letters / 50) return 'utf-16le'
  return first > letters / 2 && second < letters / 50 ? 'utf-16be' : undefined
}

/**
 * Whether the text is UTF-8 with a few broken bytes: in another encoding hardly any character would
 * be valid.
 */
function isNearlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes.subarray(0, SAMPLE))
  const broken = text.match(/\ufffd/g)?.length ?? 0
  const letters = (text.match(/[^\p{ASCII}]/gu)?.length ?? 0) - broken
  return letters > 2 * broken
}

function guess(bytes: Uint8Array, orElse: string | undefined): string {
  // Only UTF-16 text contains NUL bytes, and that was ruled out.
  const sample = bytes.subarray(0, SAMPLE)
  if (sample.includes(0)) throw notText()
  const found = chardet.analyse(sample).filter(({ name }) => isReadableIn(name, sample))
  const [best] = found
  const western = found.find(({ name }) => WESTERN.includes(name))
  const likely = western && best && western.confidence >= best.confidence - MARGIN ? western : best
  if (likely && likely.confidence >= SURE) return likely.name
  if (orElse !== undefined) return orElse
  throw new Unreadable(
    'The encoding of the file is unknown: it is not UTF-8',
    'Save it as UTF-8 and add it again.',
  )
}

/** An unknown encoding is reported by `decoderOf`. */
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
    // The line feed may be in the next chunk.
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
      `The file seems to be encoded as ${encoding}, which is not supported`,
      'Save it as UTF-8 and add it again.',
    )
  }
}

/** Texts contain hardly any control characters. */
function isBinary(text: string): boolean {
  const sample = text.slice(0, SAMPLE)
  // oxlint-disable-next-line no-control-regex
  const odd = sample.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/g)?.length ?? 0
  return odd > sample.length / 100
}

const notText = () =>
  new Unreadable(
    'The file is not text: it contains binary data',
    'Add text, Markdown, HTML, PDF, CSV or JSON. Convert other files to one of these first.',
  )
