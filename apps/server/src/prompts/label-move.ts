import type { BrokenPromptUse, Problem, PromptMessage } from '@lathe/contract'
import type { KnownPrompt } from '@lathe/graph'
import type { Context } from '../api/context.ts'
import { checkGraph } from '../agents/check-graph.ts'
import { labelsOf } from './labels.store.ts'
import type { PromptRow } from './prompts.store.ts'
import { listUsingDocuments, type UsingDocument } from './uses.store.ts'

type CheckContext = Pick<Context, 'db' | 'workspaceId' | 'tools'>

export type LabelMove = {
  label: string
  /** Null removes the label. */
  version: number | null
  /** The version's messages. Undefined if it cannot be used by agents or the label is removed. */
  messages: readonly PromptMessage[] | undefined
}

/**
 * Returns the nodes that follow the label and would fail after the move, in published versions and
 * drafts.
 */
export async function findBrokenUses(
  context: CheckContext,
  prompt: Pick<PromptRow, 'id' | 'workspace_id' | 'name'>,
  move: LabelMove,
): Promise<BrokenPromptUse[]> {
  const documents = await listUsingDocuments(context.db, prompt)
  const labels = (await labelsOf(context.db, [prompt.id])).get(prompt.id) ?? []
  const isSet = labels.some(({ label }) => label === move.label)
  const broken: BrokenPromptUse[] = []
  for (const { document, uses } of documents) {
    const following = uses.filter(({ label }) => label === move.label)
    // A draft may name a label before the label is set. Such a draft fails already, so it does not block the move.
    const isChecked = isSet || following.some((use) => use.document === 'published')
    if (following.length === 0 || !isChecked) continue
    const problems = await findNewErrors(context, { document, uses: following }, prompt.name, move)
    broken.push(...following.flatMap((use) => toBrokenUse(use, problems)))
  }
  return broken
}

async function findNewErrors(
  context: CheckContext,
  { document, uses }: UsingDocument,
  name: string,
  move: LabelMove,
): Promise<Problem[]> {
  const self = uses[0]?.agent
  const changePrompts = (prompts: readonly KnownPrompt[]) =>
    prompts.map((prompt) => (prompt.name === name ? withLabelMoved(prompt, move) : prompt))
  const [before, after] = await Promise.all([
    checkGraph(context, document, { self }),
    checkGraph(context, document, { self, changePrompts }),
  ])
  const knownKeys = new Set(before.map(problemKey))
  return after.filter(
    (problem) => problem.severity === 'error' && !knownKeys.has(problemKey(problem)),
  )
}

const problemKey = ({ code, location, message }: Problem) =>
  JSON.stringify([code, location, message])

function withLabelMoved(prompt: KnownPrompt, { label, messages }: LabelMove): KnownPrompt {
  const labels = prompt.labels.filter((name) => name !== label)
  const { [label]: _, ...says } = prompt.messages ?? {}
  return messages
    ? { ...prompt, labels: [...labels, label], messages: { ...says, [label]: messages } }
    : { ...prompt, labels, messages: says }
}

function toBrokenUse(
  use: UsingDocument['uses'][number],
  problems: readonly Problem[],
): BrokenPromptUse[] {
  const nodeProblems = problems.filter(({ location }) => (location.node ?? use.node) === use.node)
  if (nodeProblems.length === 0) return []
  const missing = nodeProblems.flatMap(({ code, location }) =>
    code === 'UNKNOWN_CHANNEL' && location.name !== undefined ? [location.name] : [],
  )
  return [
    {
      ...use,
      missing: [...new Set(missing)],
      problems: nodeProblems.map(({ message }) => message),
    },
  ]
}

const LISTED_USES = 5

/** States which agents would fail and why, for an error message. */
export function describeBrokenUses(
  uses: readonly BrokenPromptUse[],
  { label, version }: Pick<LabelMove, 'label' | 'version'>,
): string {
  const causes = uses.slice(0, LISTED_USES).map(({ name, document, node, missing, problems }) => {
    const cause =
      missing.length > 0
        ? `does not provide ${missing.map((variable) => `\`${variable}\``).join(', ')}`
        : `fails: ${problems[0] ?? ''}`
    return `${name} (${document}, node \`${node}\`) ${cause}`
  })
  const rest = uses.length - LISTED_USES
  const action = version === null ? 'removed' : `moved to version ${version}`
  const list = causes.join('; ') + (rest > 0 ? `; and ${rest} more` : '')
  return `The label ${label} was not ${action}, because agents that follow it would fail: ${list}`
}
