import type { CheckContext, ParsedText } from '../context.ts'
import { registryRefs } from '../../prompts/registry-prompts.ts'
import { namesOf } from '../flow.ts'

/** Reports channels that are written but never read. */
export function checkNeverRead({ document, nodes, edges, report }: CheckContext): void {
  // A registry prompt can read other channels later without a change to this document.
  if (registryRefs(document).length > 0) return
  const read = new Set(document.output)
  const texts: ParsedText[] = edges.flatMap(({ of }) => of ?? [])
  for (const facts of nodes.values()) {
    texts.push(...facts.texts)
    for (const { channel } of facts.channelReads) read.add(channel)
  }
  for (const text of texts) {
    if (text.kind !== 'template' && text.script.readsAll) return
    for (const name of namesOf(text)) read.add(name)
  }
  const told = new Set<string>()
  for (const { id, writes } of nodes.values()) {
    for (const { channel } of writes) {
      if (read.has(channel) || told.has(channel) || !Object.hasOwn(document.state, channel))
        continue
      told.add(channel)
      const message = `\`${id}\` writes \`${channel}\`, but it is never read and is not an output`
      report('NEVER_READ', { channel }, message)
    }
  }
}
