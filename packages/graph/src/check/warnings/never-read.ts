import type { CheckContext, ParsedText } from '../context.ts'
import { registryRefs } from '../../prompts/registry-prompts.ts'
import { namesOf } from '../flow.ts'

/** Work that is written down and never looked at. */
export function checkNeverRead({ document, nodes, edges, report }: CheckContext): void {
  // What a prompt of the registry reads changes without this document.
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
      const message = `\`${id}\` writes \`${channel}\`, but nothing reads it and it is no output`
      report('NEVER_READ', { channel }, message)
    }
  }
}
