import type { GraphDocument, GraphNode, PromptMessage, Variant } from '@lathe/contract'
import { nodePrompt } from '@lathe/nodes'
import { diffDocuments, type FieldChange } from '@lathe/graph'
import * as z from 'zod/mini'
import type { Documents } from './documents.ts'

export type VariantChanges =
  | { type: 'fields'; fields: FieldChange[] }
  /** A different graph, which is described in words. */
  | { type: 'other'; text: string }

/** A short name of what a variant runs. */
export function baseName({ base }: Variant): string {
  if (base.type === 'prompt') return base.model.name
  return typeof base.version === 'number'
    ? `${base.agent} · v${base.version}`
    : `${base.agent} · ${base.version}`
}

/** The differences between a variant and the baseline. Undefined while a graph loads. */
export function changesAgainst(
  baseline: Variant,
  variant: Variant,
  documents: Documents,
): VariantChanges | undefined {
  const isAlike =
    baseline.base.type === 'prompt'
      ? variant.base.type === 'prompt'
      : variant.base.type === 'agent' && variant.base.agent === baseline.base.agent
  if (!isAlike) return { type: 'other', text: baseName(variant) }
  const before = documents.get(baseline.key)
  const after = documents.get(variant.key)
  if (!before || !after) return undefined
  const fields = fieldChanges(before, after)
  return { type: 'fields', fields }
}

type Messages = readonly PromptMessage[]

/** The label of a node's field as in the variant pane. */
export function fieldName(path: string, messages: Messages): string {
  const [, index, field] = /^prompt\.messages\.(\d+)(?:\.(\w+))?$/.exec(path) ?? []
  const [, of, picture] = /^prompt\.messages\.(\d+)\.images(?:\.(\d+))?$/.exec(path) ?? []
  if (of !== undefined) {
    const name = picture === undefined ? 'pictures' : `picture ${Number(picture) + 1}`
    return `${name} of message ${Number(of) + 1}`
  }
  if (field === 'detail') return `image detail of message ${Number(index) + 1}`
  if (index === undefined) return path.replace(/^model\.name$/, 'model').replace(/^model\./, '')
  const message = messages[Number(index)]
  const numbered = `message ${Number(index) + 1}`
  if (!message || field !== 'text' || message.role === 'placeholder') return numbered
  const isOnly = messages.filter(({ role }) => role === message.role).length === 1
  return isOnly ? `${message.role} message` : numbered
}

function fieldChanges(before: GraphDocument, after: GraphDocument): FieldChange[] {
  const { nodes } = diffDocuments(before, after)
  const isOne = Object.keys(after.nodes).length === 1
  const titled = (id: string, node: GraphNode, path: string) => {
    const prompt = nodePrompt(node)
    const messages = prompt && 'messages' in prompt ? prompt.messages : []
    const name = fieldName(path.replace(/^decide\./, ''), messages)
    return isOne ? name : `${node.title ?? id} · ${name}`
  }
  return nodes.flatMap((change) =>
    change.type === 'changed'
      ? change.fields.map(asText).map((field) => ({
          ...field,
          ...(field.path === 'tools' && describeToolChanges(field)),
          path: titled(
            change.id,
            field.after === undefined ? change.before : change.node,
            field.path,
          ),
        }))
      : [
          {
            path: change.id,
            before: change.type === 'removed' ? change.node.kind : undefined,
            after: change.type === 'added' ? change.node.kind : undefined,
            form: 'value' as const,
          },
        ],
  )
}

/** Reduces an added or removed text message to its text. */
function asText(field: FieldChange): FieldChange {
  if (!/prompt\.messages\.\d+$/.test(field.path)) return field
  const [before, after] = [messageText(field.before), messageText(field.after)]
  return before === null || after === null
    ? field
    : { path: `${field.path}.text`, before, after, form: 'text' }
}

/** Null if the message is more than text. */
function messageText(message: unknown): string | undefined | null {
  if (message === undefined) return undefined
  const { data } = SpokenText.safeParse(message)
  return data?.text ?? null
}

const SpokenText = z.strictObject({ role: z.string(), text: z.string() })

/** The removed and added tools, or all of them if only the order changed. */
function describeToolChanges({
  before,
  after,
}: FieldChange): Pick<FieldChange, 'before' | 'after'> {
  const [oldNames, is] = [listNames(before), listNames(after)]
  const removedNames = oldNames.filter((name) => !is.includes(name))
  const came = is.filter((name) => !oldNames.includes(name))
  const listed = (names: readonly string[]) => (names.length > 0 ? names.join(', ') : undefined)
  return removedNames.length + came.length > 0
    ? { before: listed(removedNames), after: listed(came) }
    : { before: listed(oldNames), after: listed(is) }
}

const listNames = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []
