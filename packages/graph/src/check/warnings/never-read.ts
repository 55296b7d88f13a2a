import type { CheckContext, ParsedText } from '../context.ts'
import { registryRefs } from '../../prompts/registry-prompts.ts'
import { readNames } from '../flow.ts'

/** Reports channels that are written but never read. */
export function checkNeverRead({ document, nodes, edges, report }: CheckContext): void {
  // A registry prompt can read other channels later without a change to this document.
  if (registryRefs(document).length > 0) return
  const readChannels = new Set(document.output)
  const texts: ParsedText[] = edges.flatMap(({ list }) => list ?? [])
  for (const facts of nodes.values()) {
    texts.push(...facts.texts)
    for (const { channel } of facts.channelReads) readChannels.add(channel)
  }
  for (const text of texts) {
    if (text.kind !== 'template' && text.script.readsAll) return
    for (const name of readNames(text)) readChannels.add(name)
  }
  const reported = new Set<string>()
  for (const { id, writes } of nodes.values()) {
    for (const { channel } of writes) {
      if (
        readChannels.has(channel) ||
        reported.has(channel) ||
        !Object.hasOwn(document.state, channel)
      )
        continue
      reported.add(channel)
      const message = `\`${id}\` writes \`${channel}\`, but it is never read and is not an output`
      report('NEVER_READ', { channel }, message)
    }
  }
}
