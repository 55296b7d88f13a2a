import type { NodeOf } from '@lathe/contract'
import { formatTranscript, pickPaths } from '@lathe-ai/runtime/values'
import type { Question } from '../../interrupt/question.ts'
import { compileExpression } from '../expression.ts'
import { pause } from '../pauses/pause.ts'
import type { NodeCall } from '../runtime.ts'
import type { State } from '../state.ts'
import { compileTemplate } from '../template.ts'
import type { BuiltNode, NodeParts } from './body.ts'

export function buildAsk(parts: NodeParts<NodeOf<'ask'>>): BuiltNode {
  const { node, runtime } = parts
  const question = compileQuestion(parts)
  return {
    async run(state, call) {
      const { decision, values } = pause(runtime, await question(state, call), call)
      return { update: pickPaths(node.writes ?? {}, { decision, values }), port: decision }
    },
  }
}

function compileQuestion({ id, node, runtime, createScope }: NodeParts<NodeOf<'ask'>>) {
  const message = compileTemplate(node.message, createScope, formatTranscript)
  const key = node.key === undefined ? null : compileExpression(node.key, createScope, runtime)
  const title = node.title ?? id
  return async (state: State, call: NodeCall): Promise<Extract<Question, { kind: 'ask' }>> => {
    const copy = (await key?.(state, call)) ?? null
    const copyTitle = typeof copy === 'string' ? copy : JSON.stringify(copy)
    return {
      kind: 'ask',
      title: copy === null ? title : `${title} · ${copyTitle}`,
      message: message(state),
      form: node.form ?? null,
      decisions: node.decisions.map((decision) => ({
        ...decision,
        label: decision.label ?? decision.port,
      })),
      deadlineAt: node.deadlineMs === undefined ? null : runtime.now(call) + node.deadlineMs * 1000,
    }
  }
}
