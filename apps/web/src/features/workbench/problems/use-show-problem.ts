import type { Problem, GraphNode } from '@lathe/contract'
import { useCallback } from 'react'
import { edgeKeyAt, EMPTY_SELECTION, selectEdge, selectNode } from '../store/selection.ts'
import { useSetSearch } from '../use-workbench-search.ts'
import { useWorkbench } from '../workbench-context.ts'
import { focusWhenRendered } from '../../../lib/browser/focus-when-rendered.ts'

/** Selects the node of a problem, opens its form and focuses the field. */
export function useShowProblem() {
  const { store } = useWorkbench()
  const setSearch = useSetSearch()

  return useCallback(
    ({ location }: Pick<Problem, 'location'>) => {
      const { document } = store.getState()
      const edge = location.edge === undefined ? undefined : edgeKeyAt(document, location.edge)
      if (location.node !== undefined) store.select(selectNode(location.node))
      else if (edge !== undefined) store.select(selectEdge(edge))
      else store.select(EMPTY_SELECTION)
      const isInNode = location.node !== undefined || edge !== undefined
      setSearch({ tab: isInNode ? 'node' : 'state' })
      focusField(isInNode ? location.field : location.channel)
    },
    [store, setSearch],
  )
}

const CONTROLS = 'input:not([type="hidden"]), textarea, [contenteditable="true"], select, button'

/** Focuses a field, or the nearest field around it, once it is rendered. */
function focusField(path: string | undefined): void {
  if (path === undefined) return
  focusWhenRendered(() => {
    const field = findField(path)
    // Opens only closed sections: opening an open one would call its listeners again.
    for (let fold = field?.closest('details'); fold; fold = fold.parentElement?.closest('details'))
      if (!fold.open) fold.open = true
    // A section renders its content after it was opened.
    if (!field?.checkVisibility()) return null
    field.scrollIntoView({ block: 'nearest' })
    return field.querySelector<HTMLElement>(CONTROLS) ?? field
  })
}

/** `data-field` is a path within the node: `prompt.messages.0.text`. */
function findField(path: string): HTMLElement | null {
  const parts = path.split('.')
  for (let length = parts.length; length > 0; length--) {
    const name = CSS.escape(parts.slice(0, length).join('.'))
    const field = document.querySelector<HTMLElement>(`[data-field="${name}"]`)
    if (field) return field
  }
  return null
}

/** Fields of a node by provider parameter. */
const FIELDS: Readonly<Record<string, string>> = {
  model: 'model.name',
  temperature: 'model.temperature',
  top_p: 'model.topP',
  max_tokens: 'model.maxTokens',
  max_completion_tokens: 'model.maxTokens',
  max_output_tokens: 'model.maxTokens',
  seed: 'model.seed',
  frequency_penalty: 'model.frequencyPenalty',
  presence_penalty: 'model.presencePenalty',
  reasoning_effort: 'model.reasoningEffort',
  reasoning: 'model.reasoningEffort',
  messages: 'prompt',
  input: 'prompt',
  tools: 'tools',
  tool_choice: 'tools',
  response_format: 'output',
}

/** Returns the field that fills a provider parameter: `messages[0].content` is the prompt. */
export function rejectedField(node: GraphNode | undefined, param: string): string | undefined {
  if (node?.kind !== 'model' && node?.kind !== 'agent') return undefined
  const [name = ''] = param.split(/[.[]/)
  if (node.model.extra && Object.hasOwn(node.model.extra, name)) return 'model.extra'
  return Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined
}
