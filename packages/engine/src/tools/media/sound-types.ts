export const MEDIA_TYPES = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  opus: 'audio/ogg',
  aac: 'audio/aac',
  flac: 'audio/flac',
  pcm: 'audio/pcm',
}

/** What providers tell the kind of a file by. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/wav|wave/, 'wav'],
  [/webm/, 'webm'],
  [/ogg|opus/, 'ogg'],
  [/flac/, 'flac'],
  [/mp4|m4a|aac/, 'm4a'],
  [/mpeg|mp3/, 'mp3'],
]

export const endingOf = (mediaType: string): string =>
  ENDINGS.find(([pattern]) => pattern.test(mediaType))?.[1] ?? 'mp3'
