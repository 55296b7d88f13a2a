import type { GraphDocument, Prompt } from '@lathe/contract'
import { checkShape } from '../check/shape.ts'
import type { ExportOptions } from './options.ts'

export type ExportBlocker = { message: string }

/** What has to be put right before a graph can be written as code; empty when nothing has to. */
export function exportBlockers(
  document: GraphDocument,
  { promptOf = () => undefined }: Pick<ExportOptions, 'promptOf'>,
): ExportBlocker[] {
  const problems: ExportBlocker[] = checkShape(document).map(({ message }) => ({ message }))
  for (const [id, node] of Object.entries(document.nodes)) {
    if (node.kind === 'retrieve' || node.kind === 'agent-call') {
      problems.push({ message: `\`${id}\` is of a kind that cannot be written as code yet` })
    }
    const prompt: Prompt | null =
      'prompt' in node
        ? node.prompt
        : node.kind === 'branch' && node.decide.by === 'model'
          ? node.decide.prompt
          : null
    if (prompt && !('messages' in prompt) && !promptOf(prompt)) {
      problems.push({ message: `There is no prompt \`${prompt.name}\`, which \`${id}\` takes` })
    }
  }
  return problems
}
