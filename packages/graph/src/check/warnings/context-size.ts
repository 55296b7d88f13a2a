import { nodeModel, nodePrompt, modelCallField } from '@lathe/nodes'
import { contextTokens } from '../../model/context-tokens.ts'
import { defaultTokens, promptTokens } from '../../model/tokens.ts'
import type { CheckContext } from '../context.ts'

/** Reports prompts that exceed the context window before a run adds any content. */
export function checkContextSize({ document, nodes, report }: CheckContext): void {
  const tokensIn = (name: string) =>
    defaultTokens(Object.hasOwn(document.state, name) ? document.state[name] : undefined)
  for (const { id, node } of nodes.values()) {
    const model = nodeModel(node)
    const prompt = nodePrompt(node)
    if (!model || !prompt || !('messages' in prompt)) continue
    const context = contextTokens(model.name)
    if (context === null) continue
    const tokens = promptTokens(prompt, tokensIn) + (model.maxTokens ?? 0)
    if (tokens <= context) continue
    const count = (number: number) => `${Math.round(number / 1_000)} k`
    const message = `The prompt and its answer take about ${count(tokens)} tokens, which exceeds the context window of \`${model.name}\` (${count(context)})`
    report('OVER_CONTEXT', { node: id, field: modelCallField(node, 'prompt') }, message)
  }
}
