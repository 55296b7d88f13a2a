import * as z from 'zod'
import { checkPortNames, checkReserved, choicePort, defineKind } from '../definition.ts'
import { anyNode, Port } from '../schema/common.ts'
import { ModelSettings, Prompt } from '../schema/model.ts'
import { Expression } from '../schema/state.ts'
import { visitPrompt } from '../visit-fields.ts'
import { plural } from '../words.ts'

const BranchNode = z.strictObject({
  kind: z.literal('branch'),
  ...anyNode,
  decide: z.discriminatedUnion('by', [
    z.strictObject({
      by: z.literal('rules'),
      rules: z.array(z.strictObject({ port: Port, when: Expression })).max(32),
    }),
    z.strictObject({
      by: z.literal('model'),
      model: ModelSettings,
      prompt: Prompt,
      choices: z.array(z.strictObject({ port: Port, description: z.string().max(1_000) })).max(32),
    }),
  ]),
  else: Port.default('else'),
})
type BranchNode = z.infer<typeof BranchNode>

export const branchKind = defineKind<typeof BranchNode>(BranchNode, {
  kind: 'branch',
  title: 'Branch',
  description: 'Chooses the next node by rules or by a model',
  family: 'agent',
  icon: 'split',
  keywords: 'if condition router switch',
  form: [{ title: 'Branch', fields: [{ type: 'decide', name: 'decide', label: 'Decide by' }] }],
  create: () => ({ kind: 'branch', decide: { by: 'rules', rules: [] }, else: 'else' }),
  summarize: ({ decide }) =>
    decide.by === 'rules' ? plural(decide.rules.length, 'rule') : `${decide.model.name} chooses`,
  ports(node) {
    const names = choicePorts(node).filter((name) => name !== node.else)
    const choices = [...new Set(names)].map((name) => choicePort(name))
    return [...choices, { name: node.else, label: node.else, role: 'else', required: true }]
  },
  renamePort(node, from, to) {
    const renamed = <T extends { port: string }>(choice: T): T =>
      choice.port === from ? { ...choice, port: to } : choice
    const { decide } = node
    return {
      ...node,
      else: node.else === from ? to : node.else,
      decide:
        decide.by === 'rules'
          ? { ...decide, rules: decide.rules.map(renamed) }
          : { ...decide, choices: decide.choices.map(renamed) },
    }
  },
  visit(node, visitor) {
    const { decide } = node
    if (decide.by === 'model') {
      const prompt = visitPrompt(decide.prompt, 'decide.prompt', visitor)
      return { ...node, decide: { ...decide, prompt } }
    }
    const rules = decide.rules.map((rule, index) => ({
      ...rule,
      when: visitor.text(rule.when, 'expression', `decide.rules.${index}.when`),
    }))
    return { ...node, decide: { ...decide, rules } }
  },
  check(node, check) {
    const { decide } = node
    const ports = choicePorts(node)
    const reserved = ['error']
    if (decide.by === 'model') {
      checkPortNames(check, { field: 'decide.choices', noun: 'choices', ports, reserved })
    } else {
      const conditions = new Set<string>()
      for (const [index, { when }] of decide.rules.entries()) {
        const condition = when.trim()
        if (conditions.has(condition)) {
          const message = 'An earlier rule has the same condition, so this one never applies'
          check.report('DUPLICATE_RULE', `decide.rules.${index}`, message)
        }
        conditions.add(condition)
      }
      checkPortNames(check, { field: 'decide.rules', ports, reserved })
    }
    checkReserved(check, 'else', node.else, reserved)
  },
  modelCall: {
    field: 'decide',
    read: ({ decide }) => (decide.by === 'model' ? decide : null),
    write: (node, change) =>
      node.decide.by === 'model' ? { ...node, decide: { ...node.decide, ...change } } : node,
  },
})

const choicePorts = ({ decide }: BranchNode): string[] =>
  (decide.by === 'rules' ? decide.rules : decide.choices).map(({ port }) => port)
