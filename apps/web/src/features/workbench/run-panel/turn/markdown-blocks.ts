const FENCE = /^\s{0,3}(`{3,}|~{3,})/

/**
 * Splits text at blank lines outside code fences, so that only the last part of a growing text is
 * parsed again.
 */
export function markdownBlocks(text: string): string[] {
  const blocks: string[] = []
  let lines: string[] = []
  let fence: string | undefined

  for (const line of text.split('\n')) {
    const fenceMarker = FENCE.exec(line)?.[1]
    if (fenceMarker && fence === undefined) fence = fenceMarker
    else if (fenceMarker && fence !== undefined && fenceMarker.startsWith(fence)) fence = undefined
    if (line.trim() === '' && fence === undefined) {
      if (lines.length > 0) blocks.push(lines.join('\n'))
      lines = []
    } else {
      lines.push(line)
    }
  }
  if (lines.length > 0) blocks.push(lines.join('\n'))
  return blocks
}
