import type { SimilarityEvaluator } from '@lathe/contract'
import { useState } from 'react'
import { useDefaultModels } from './new-evaluator.ts'
import { NumberEntry } from '../../../ui/fields/number-entry.tsx'
import { ModelName } from '../variants/model-editor.tsx'
import styles from '../comparison.module.css'

type SimilarityFieldsProps = {
  value: SimilarityEvaluator
  onChange: (value: SimilarityEvaluator) => void
}

/** Compares the embeddings of the output and the reference. */
export function SimilarityFields({ value, onChange }: SimilarityFieldsProps) {
  const first = useDefaultModels()
  /** The connection until a model is selected. */
  const [selectedConnection, setChosen] = useState<string>()
  const { connection, model: name } = value.embedding ?? {
    connection: selectedConnection ?? first.connection,
    model: '',
  }
  return (
    <div className={styles.pair}>
      <ModelName
        value={{ connection, name }}
        label="Embedding model"
        onChange={(next) => {
          setChosen(next.connection)
          const { embedding: old, ...rest } = value
          const embedding = { ...old, connection: next.connection, model: next.name }
          onChange(next.name === '' ? rest : { ...rest, embedding })
        }}
      />
      <NumberEntry
        label="Passing score"
        placeholder="Score only"
        min={0}
        max={1}
        step={0.05}
        value={value.atLeast}
        onChange={(atLeast) => {
          const { atLeast: _old, ...rest } = value
          onChange(atLeast === undefined ? rest : { ...rest, atLeast })
        }}
      />
    </div>
  )
}
