import { isImageType } from '@lathe/contract'
import { escaped } from './escape-html.ts'
import { type SharedFile, SHOWN } from './shared-files.ts'

/** Renders image, audio and text previews. Every file can be downloaded. */
export const renderFiles = (spanId: string, files: readonly SharedFile[]): string =>
  files.length === 0
    ? ''
    : `<h2>Attachments</h2>${files.map((file) => renderFigure(spanId, file)).join('')}`

function renderFigure(spanId: string, file: SharedFile): string {
  const src = escaped(`files/${spanId}/${encodeURIComponent(file.name)}`)
  const name = escaped(file.name)
  return `<figure><figcaption><a href="${src}" download="${name}">${name}</a> ${escaped(file.mimeType)} · ${formatBytes(file.size)}</figcaption>${renderPreview(file, src, name)}</figure>`
}

function renderPreview(
  { mimeType, size, beginning }: SharedFile,
  src: string,
  name: string,
): string {
  if (beginning !== undefined) {
    const rest = size > SHOWN ? '<p>Preview truncated. Download the file to see the rest.</p>' : ''
    return `<div class="text"><pre>${escaped(beginning)}</pre></div>${rest}`
  }
  if (isImageType(mimeType)) return `<img src="${src}" alt="${name}" loading="lazy">`
  const played = /^(audio|video)\//.exec(mimeType)?.[1]
  return played
    ? `<${played} src="${src}" controls preload="metadata" aria-label="${name}"></${played}>`
    : ''
}

const UNITS = [
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'kB'],
] as const

function formatBytes(bytes: number): string {
  // Round `1000.0 kB` up to a megabyte.
  const [unit, name] = UNITS.find(([size]) => bytes >= size * 0.99995) ?? [1, 'B']
  return unit === 1 ? `${bytes} B` : `${(bytes / unit).toFixed(1)} ${name}`
}
