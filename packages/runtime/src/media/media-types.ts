/** Media types by audio format. */
export const MEDIA_TYPES = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  opus: 'audio/ogg',
  aac: 'audio/aac',
  flac: 'audio/flac',
  pcm: 'audio/pcm',
}

/** Providers detect a file's format by its extension. */
const EXTENSIONS: readonly (readonly [RegExp, string])[] = [
  [/wav|wave/, 'wav'],
  [/webm/, 'webm'],
  [/ogg|opus/, 'ogg'],
  [/flac/, 'flac'],
  [/mp4|m4a|aac/, 'm4a'],
  [/mpeg|mp3/, 'mp3'],
]

/** Returns the file extension of an audio type. */
export const fileExtension = (mediaType: string): string =>
  EXTENSIONS.find(([pattern]) => pattern.test(mediaType))?.[1] ?? 'mp3'

const SIGNATURES: readonly (readonly [RegExp, string])[] = [
  [/^\u0089PNG/, 'image/png'],
  [/^\u00ff\u00d8\u00ff/, 'image/jpeg'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [/^GIF8/, 'image/gif'],
]

/** Detects a picture's media type from its first bytes, because providers do not report it. */
export function pictureType(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, 12)
  return SIGNATURES.find(([pattern]) => pattern.test(start))?.[1]
}
