import type * as z from 'zod'
import type { ExportedBody, ExportWriter } from './export-writer.ts'
import type { AnyField, FormSection, NodeField } from './fields.ts'
import type { AnyNode } from './schema/common.ts'
import type { ModelSettings, Prompt } from './schema/model.ts'
import type { NodeVisitor } from './visit-fields.ts'

/** Colour by family: agents, models, tools and plain steps. */
export type NodeFamily = 'agent' | 'model' | 'tool' | 'step'

/** Icons of node kinds. The web app draws them. */
export type NodeIcon =
  | 'book'
  | 'code'
  | 'equal'
  | 'hand'
  | 'robot'
  | 'sparkles'
  | 'split'
  | 'tool'
  | 'tools'
  | 'user'

export type PortRole = 'out' | 'choice' | 'else' | 'timeout' | 'error'

export type NodePort = {
  /** Value of `when` on an edge; null for the default port. */
  name: string | null
  label: string
  role: PortRole
  /** Whether the port must have an edge for the run to continue. */
  required: boolean
}

/** Returns the port of a choice that the node makes. */
export const choicePort = (name: string, label = name): NodePort => ({
  name,
  label,
  role: 'choice',
  required: true,
})

/** Model and prompt of a node that calls a chat model. */
export type ModelCall = { model: ModelSettings; prompt: Prompt }

/** Minimum, typical and maximum number of model calls. */
export type CallRange = { min: number; typical: number; max: number }

/** Problems that a kind's own check can report. */
type OwnProblem =
  | 'BAD_SCHEMA'
  | 'DUPLICATE_PORT'
  | 'DUPLICATE_RULE'
  | 'EMPTY_QUERY'
  | 'RESERVED_PORT'

export type OwnCheck = {
  /** Reports a problem at a field of the node: `decide.rules.0.port`. */
  report: (code: OwnProblem, field: string, message: string) => void
}

type PortNames = {
  /** Path of the list: `decide.rules`. */
  field: string
  ports: readonly string[]
  reserved: readonly string[]
  /** Plural name of the ports, if duplicates are not allowed. */
  noun?: string
}

/** Reports reserved and duplicate port names. */
export function checkPortNames(check: OwnCheck, { field, ports, reserved, noun }: PortNames): void {
  const seen = new Set<string>()
  for (const [index, port] of ports.entries()) {
    const path = `${field}.${index}.port`
    if (noun !== undefined && seen.has(port)) {
      check.report('DUPLICATE_PORT', path, `There are two ${noun} \`${port}\``)
    }
    seen.add(port)
    checkReserved(check, path, port, reserved)
  }
}

/** Reports a reserved port name. */
export function checkReserved(
  { report }: OwnCheck,
  path: string,
  port: string,
  reserved: readonly string[],
): void {
  if (!reserved.includes(port)) return
  report('RESERVED_PORT', path, `The port name \`${port}\` is reserved; choose another name`)
}

/** Everything about a node kind except how it runs. */
export type NodeDefinition<N extends AnyNode, Field = AnyField> = {
  kind: N['kind']
  schema: z.ZodType<N>
  title: string
  /** One-line description for the palette and the inspector. */
  description: string
  family: NodeFamily
  icon: NodeIcon
  /** Search terms that title and description lack. */
  keywords?: string
  /** The form of the inspector. Fields also define what the node reads, writes and references. */
  form: readonly FormSection<N, Field>[]
  /** All fields of the form. */
  fields: readonly Field[]
  /** Returns a new node for the palette. It is valid once its channels exist. */
  create(): N
  /** Returns the line below the title on the canvas. */
  summarize(node: N): string
  /** Returns the ports in drawing order, without the error port. By default one port. */
  ports?(node: N): NodePort[]
  /** Renames a port. Required if `ports` depends on the node. */
  renamePort?(node: N, from: string, to: string): N
  /** Visits texts and channels that no field describes. */
  visit?(node: N, visitor: NodeVisitor): N
  /** Reports problems that no field describes. */
  check?(node: N, check: OwnCheck): void
  /** Access to the model call, for kinds without the fields `model` and `prompt`. */
  modelCall?: {
    /** Member that contains the model call. */
    field: string
    read(node: N): ModelCall | null
    write(node: N, change: Partial<ModelCall>): N
  }
  /** Returns how many model calls one execution makes. By default one, if it calls a model. */
  modelCalls?(node: N): CallRange
  /** Returns tools that run without approval. `offered` are the tools of the graph's models. */
  unapprovedTools?(node: N, offered: ReadonlySet<string>): string[]
  /** Whether the node waits for a human. */
  isPause?: boolean
  /** Writes the exported code. Kinds without it have an exporter in `packages/graph/src/export`. */
  export?(node: N, writer: ExportWriter): ExportedBody
  /** Code of an error in the node's result. */
  failureCode?: 'BAD_RESPONSE' | 'CODE_ERROR' | 'TOOL_ERROR'
}

/** Defines a node kind. The members of the schema determine which fields are possible. */
export function defineKind<S extends z.ZodType<AnyNode>>(
  schema: S,
  definition: Omit<NodeDefinition<z.infer<S>, NodeField<z.infer<S>>>, 'schema' | 'fields'>,
) {
  return { ...definition, schema, fields: definition.form.flatMap(({ fields }) => fields) }
}
