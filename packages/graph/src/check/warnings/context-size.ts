import { contextTokensOf } from '../../model/context-tokens.ts'
import { modelOf, promptOf } from '../../model/model-of.ts'
import { defaultTokens, promptTokens } from '../../model/tokens.ts'
import type { CheckContext } from '../context.ts'

/** Prompts that are too long before a run has added anything. */
export function checkContextSize({ document, nodes, report }: CheckContext): void {
  const tokensIn = (name: string) =>
    defaultTokens(Object.hasOwn(document.state, name) ? document.state[name] : undefined)
  for (const { id, node } of nodes.values()) {
    const model = modelOf(node)
    const prompt = promptOf(node)
    if (!model || !prompt || !('messages' in prompt)) continue
    const context = contextTokensOf(model.name)
    if (context === null) continue
    const tokens = promptTokens(prompt, tokensIn) + (model.maxTokens ?? 0)
    if (tokens <= context) continue
    const field = node.kind === 'branch' ? 'decide.prompt' : 'prompt'
    const count = (number: number) => `${Math.round(number / 1_000)} k`
    const message = `The prompt and its answer take about ${count(tokens)} tokens, over the ${count(context)} of \`${model.name}\``
    report('OVER_CONTEXT', { node: id, field }, message)
  }
}
