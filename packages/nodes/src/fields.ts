import type { JsonSchema } from './schema/json.ts'
import type { Answer, ModelOutput, ModelSettings, Prompt } from './schema/model.ts'
import type { ChannelType, Value } from './schema/state.ts'

/** The value of each field type. */
export type FieldValues = {
  /** Mustache template over the state. */
  template: string
  /** JavaScript expression over the state. */
  expression: string
  /** JavaScript function body over the state. */
  code: string
  /** Name of a channel. */
  channel: string
  /** Channels that the node may write. */
  channels: readonly string[]
  /** Channels to write and their new values. */
  'channel-values': Readonly<Record<string, Value>>
  /** Channels to write and the path of their value in the answer of a human: `values.name`. */
  'answer-paths': Readonly<Record<string, string>>
  model: ModelSettings
  prompt: Prompt
  /** Structured answer of a model and the channels that its parts are written to. */
  answer: Answer
  /** Channels for the text and the message of a model. */
  output: ModelOutput
  /** Tools that a model may call. */
  tools: readonly string[]
  /** The tool that a model must call. */
  'tool-choice': string | { tool: string }
  /** Tools that require approval. */
  approvals: readonly string[]
  /** The tool that the node runs. */
  tool: string
  'tool-arguments': Readonly<Record<string, Value>>
  /** Slug of the agent that the node calls. */
  agent: string
  'agent-input': Readonly<Record<string, Value>>
  /** Channels to write and the output channel of the called agent. */
  'agent-output': Readonly<Record<string, string>>
  collection: string
  /** Conditions on the metadata of documents. */
  metadata: Readonly<Record<string, string | number | boolean>>
  /** Form for a human. */
  'form-schema': JsonSchema
  decisions: readonly { port: string }[]
  decide: { by: string }
  summarize: { afterTokens: number; keepMessages: number }
  number: number
  /** Milliseconds. */
  duration: number
  switch: boolean
}
export type FieldType = keyof FieldValues

type NumberLimits = { min?: number; max?: number; step?: number; isWhole?: boolean }

/** Options of field types. */
type FieldOptions = {
  channel: {
    role: 'read' | 'write' | 'read-write'
    /** Type of the value that the node writes. */
    writes?: ChannelType
    /** Start of the sentence about the written type: `The search result is`. */
    result?: string
  }
  number: { limits?: NumberLimits; default?: number }
}

type MemberWith<N, V> = {
  [M in keyof N & string]-?: NonNullable<N[M]> extends V ? M : never
}[keyof N & string]

type FieldBase<T extends FieldType, Name extends string> = {
  type: T
  /** Member of the node. */
  name: Name
  label: string
  description?: string
  placeholder?: string
  /** Whether narrow fields beside it share its row. */
  isNarrow?: boolean
  /** Whether the member stays if its value is empty. Otherwise it is removed. */
  isRequired?: boolean
}

type FieldWithName<T extends FieldType, Name extends string> = FieldBase<T, Name> &
  (T extends keyof FieldOptions ? FieldOptions[T] : unknown)

/** A field of any type, whichever node it belongs to. */
export type AnyField = { [T in FieldType]: FieldWithName<T, string> }[FieldType]

/** A field of some types. */
export type FieldOf<T extends FieldType> = Extract<AnyField, { type: T }>

/** A field of a node: its type fits the member that it edits. */
export type NodeField<N> = {
  [T in FieldType]: FieldWithName<T, MemberWith<N, FieldValues[T]>>
}[FieldType]

/** Fields under one title. */
export type FormSection<N, Field = AnyField> = {
  title: string
  fields: readonly Field[]
  /** Whether the section starts collapsed. */
  isFolded?(node: N): boolean
  /** Summary of the section beside its title. */
  note?(node: N): string | undefined
}

/** Returns the value of a field, or undefined if the node has none. */
export function fieldValue<T extends FieldType>(
  node: object,
  { name }: { type: T; name: string },
): FieldValues[T] | undefined {
  // `NodeField` accepts only members that have the field's type.
  return (node as Record<string, FieldValues[T] | undefined>)[name]
}
