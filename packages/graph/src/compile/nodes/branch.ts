import { choiceFormat, parseAnswer, withChoices } from '@lathe-ai/runtime'
import type { NodeOf } from '@lathe/contract'
import { validateSchema } from '../../json-schema/validate.ts'
import { callModel } from '../agents/model-call.ts'
import { compilePrompt } from '../agents/prompt.ts'
import { compileTest } from '../expression.ts'
import type { BuiltNode, NodeParts } from './body.ts'

export function buildBranch(parts: NodeParts<NodeOf<'branch'>>): BuiltNode {
  const { decide } = parts.node
  return decide.by === 'rules' ? buildRules(parts, decide.rules) : buildChoice(parts, decide)
}

/** Skips rules whose edges have reached their limits; the else port follows. */
function buildRules(
  { node, createScope, runtime, router }: NodeParts<NodeOf<'branch'>>,
  rules: readonly { port: string; when: string }[],
): BuiltNode {
  const tests = rules.map(({ port, when }) => ({
    port,
    test: compileTest(when, createScope, runtime),
  }))
  return {
    async run(state, call) {
      for (const { port, test } of tests) {
        if (router.isOpen(port, state) && (await test(state, call))) return { update: {}, port }
      }
      return { update: {}, port: node.else }
    },
  }
}

type ByModel = Extract<NodeOf<'branch'>['decide'], { by: 'model' }>

/** An answer that is not one of the choices, or whose limit is reached, leads to the else port. */
function buildChoice(
  { node, createScope, runtime, router }: NodeParts<NodeOf<'branch'>>,
  { model, prompt, choices }: ByModel,
): BuiltNode {
  const renderMessages = compilePrompt(prompt, createScope, runtime)
  const format = choiceFormat([...choices.map(({ port }) => port), node.else])
  return {
    async run(state, call) {
      const messages = withChoices(await renderMessages(state, call), choices, node.else)
      const reply = await callModel(runtime, { model, messages, format }, call)
      const answer = parseAnswer<{ choice: string }>(reply, format.schema, validateSchema)
      const isUsable = answer.ok && router.isOpen(answer.value.choice, state)
      return { update: {}, port: isUsable ? answer.value.choice : node.else }
    },
  }
}
