export type BodyPart = { name: string; contentType: string; body: Buffer }

const LINE_BREAK = Buffer.from('\r\n')
const HEADERS_END = Buffer.from('\r\n\r\n')
const MAX_HEADERS = 8_192

const DISPOSITION = /^[^\S\r\n]*content-disposition[^\S\r\n]*:([^\r]*)/im
const CONTENT_TYPE = /^[^\S\r\n]*content-type[^\S\r\n]*:(.*)$/im
const NAME_START = /[;\s]name="/i
/** The SDKs escape nothing, so a quote ends the name only before a parameter or the end. */
const NAME = /^((?:\\["\\]|\\(?!["\\])|[^\\])*?)"(?=\s*(?:;\s*[\w*]+=|$))/

/** Thrown where the body stops being valid multipart. The parts before it were complete. */
export class MultipartError extends Error {}

export function readBoundary(contentType: string | undefined): string | undefined {
  const [type, ...parameters] = (contentType ?? '').split(';')
  if (type?.trim().toLowerCase() !== 'multipart/form-data') return undefined
  const matches = parameters.map((parameter) =>
    /^\s*boundary=(?:"([^"]+)"|(\S+))\s*$/i.exec(parameter),
  )
  const [found] = matches.filter((match) => match !== null)
  return found?.[1] ?? found?.[2]
}

/**
 * Yields parts in order, as bytes: names may repeat, and a part without a file name may be binary.
 * Parts are delimited by the boundary; length headers are ignored.
 */
export function* readMultipart(body: Buffer, boundary: string, limit: number): Generator<BodyPart> {
  const first = Buffer.from(`--${boundary}`)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const startIndex = body.indexOf(first)
  let position = startIndex + first.length
  if (startIndex < 0 || (startIndex > 0 && isClosing(body, position)))
    throw new MultipartError('the body has no part with its boundary')
  let last = ''
  for (let count = 0; !isClosing(body, position); count++) {
    if (count === limit) throw new MultipartError(`there are more than ${limit} parts`)
    const headersEnd = body.indexOf(HEADERS_END, position)
    if (headersEnd < 0 || headersEnd - position > MAX_HEADERS)
      throw new MultipartError(
        `the body ends in the headers of the part after ${last || 'its start'}`,
      )
    const { name, contentType } = readHeaders(body.toString('latin1', position, headersEnd))
    const start = headersEnd + HEADERS_END.length
    const end = body.indexOf(delimiter, start - LINE_BREAK.length)
    if (end < 0) throw new MultipartError(`the body ends within part ${name || count + 1}`)
    last = name || `part ${count + 1}`
    yield { name: last, contentType, body: body.subarray(start, Math.max(start, end)) }
    position = end + delimiter.length
  }
  if (body.includes(first, position))
    throw new MultipartError(`there are parts after the end, after ${last || 'its start'}`)
}

const isClosing = (body: Buffer, position: number) =>
  body[position] === 45 && body[position + 1] === 45

/** The exact header format of the SDKs. */
const COMMON_HEADERS =
  /^\r\nContent-Disposition: form-data; name="([\w.-]+)"\r\nContent-Type: ([\w/.+-]+)(?:; length=\d+)?$/

function readHeaders(text: string) {
  const [, commonName, commonType] = COMMON_HEADERS.exec(text) ?? []
  if (commonName !== undefined && commonType !== undefined)
    return { name: commonName, contentType: commonType }
  const disposition = readHeader(text, DISPOSITION) ?? ''
  const name = readName(disposition)
  const contentType = readHeader(text, CONTENT_TYPE) ?? 'application/octet-stream'
  return {
    name: isPlain(name)
      ? name
      : Buffer.from(name.replaceAll(/\\(["\\])/g, '$1'), 'latin1').toString(),
    contentType: contentType.replace(/;\s*length=\d+/i, ''),
  }
}

/**
 * Matched once from its first position: retrying at every offset would be quadratic, and a body has
 * thousands of parts.
 */
function readName(disposition: string): string {
  const startIndex = NAME_START.exec(disposition)
  if (!startIndex) return ''
  return NAME.exec(disposition.slice(startIndex.index + startIndex[0].length))?.[1] ?? ''
}

const readHeader = (text: string, pattern: RegExp) => pattern.exec(text)?.[1]?.trim()

const isPlain = (name: string) => /^[\w.-]*$/.test(name)
