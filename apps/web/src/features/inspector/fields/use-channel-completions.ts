import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { GraphDocument } from '@lathe/contract'
import { useContext, useMemo } from 'react'
import { useBench } from '../../workbench/workbench-context.ts'
import type { TextKind } from './code-text-field.tsx'
import { FormScopeContext } from './form-scope.ts'

type Name = { label: string; detail: string }

/** Channels of the graph, and the names fan-outs give to their element in this node. */
export function useChannelCompletions(kind: TextKind) {
  const { node } = useContext(FormScopeContext)
  const names = useBench((state) => JSON.stringify(namesAt(state.document, node)))
  return useMemo(() => {
    const options = JSON.parse(names) as Name[]
    return (context: CompletionContext) => complete(context, options, kind)
  }, [names, kind])
}

export function namesAt(document: GraphDocument, node: string | undefined): Name[] {
  const channels = Object.entries(document.state).map(([label, channel]) => ({
    label,
    detail: channel.description ? `${channel.type} — ${channel.description}` : channel.type,
  }))
  const elements = document.edges.flatMap(({ to, each }) =>
    each && to === node ? [{ label: each.as, detail: `one of ${each.of}` }] : [],
  )
  return [...elements, ...channels]
}

/** In a template names are offered after `{{`, in code wherever a word is written. */
export function complete(
  context: CompletionContext,
  options: readonly Name[],
  kind: TextKind,
): CompletionResult | null {
  const isTemplate = kind === 'template'
  const word = context.matchBefore(isTemplate ? /\{\{[#^/]?\s*[\w.]*/ : /(?<![.\w])\w*/)
  if (!word || (!isTemplate && word.from === word.to && !context.explicit)) return null
  const typed = /\w*$/.exec(word.text)?.[0] ?? ''
  const isClosed = context.state.sliceDoc(context.pos, context.pos + 2) === '}}'
  return {
    from: context.pos - typed.length,
    options: options.map((option) => ({
      ...option,
      type: 'variable',
      apply: isTemplate && !isClosed ? `${option.label}}}` : option.label,
    })),
    validFor: /^\w*$/,
  }
}
