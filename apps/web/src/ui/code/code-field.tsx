import { useEffect, useEffectEvent, useRef } from 'react'
import styles from './code-editor.module.css'
import type { CodeEditorProps } from './code-editor.tsx'
import { CodeView } from './code-view.ts'

const NONE: readonly [] = []

export function CodeField(props: CodeEditorProps) {
  const { label, value, onChange, language = 'text', completions, diagnostics = NONE } = props
  const { height, hint = '' } = props
  const isLine = height === 'line'
  const isReadOnly = onChange === undefined
  const hasCompletions = completions !== undefined
  const hostRef = useRef<HTMLDivElement>(null)
  const viewRef = useRef<CodeView>(null)
  const change = useEffectEvent((text: string) => onChange?.(text))
  const complete = useEffectEvent<NonNullable<typeof completions>>(
    (context) => completions?.(context) ?? null,
  )

  // Must be the first effect: the ones below need the view it creates.
  useEffect(() => {
    if (!hostRef.current) return undefined
    const view = new CodeView(hostRef.current, (text) => change(text))
    viewRef.current = view
    return () => view.destroy()
  }, [])

  useEffect(() => {
    const source = hasCompletions ? complete : undefined
    viewRef.current?.configure({
      label,
      language,
      isReadOnly,
      completions: source,
      isLine,
      hint,
    })
  }, [label, language, isReadOnly, hasCompletions, isLine, hint])

  useEffect(() => {
    viewRef.current?.setText(value)
  }, [value])

  // CodeMirror maps diagnostics through edits itself.
  useEffect(() => {
    viewRef.current?.showDiagnostics(diagnostics)
  }, [diagnostics])

  return <div ref={hostRef} className={styles.host} />
}
