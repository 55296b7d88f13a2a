import { Button, Select } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ComparisonCase } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'
import { api } from '../../../lib/api/api.ts'
import {
  loadDatasetCases,
  type DatasetCase,
  type DatasetCases as DatasetCasesPage,
} from '../../../lib/api/dataset-cases.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import { formatExactCount, plural } from '../../../lib/format/format.ts'
import { DisabledReason } from '../../../ui/fields/disabled-reason.tsx'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'
import { useComparison, useEdit, useFullPlan } from '../comparison-context.ts'
import { freeKeys } from '../plan/keys.ts'
import { useDocuments } from '../variants/documents.ts'
import { useView } from '../view-search.ts'
import { omitBlankCases } from './omit-blank-cases.ts'
import styles from '../comparison.module.css'

const MOST_CASES = 5_000

/** Adds examples of a dataset or split that are not cases yet. */
export function DatasetCases() {
  const { data: datasets = [] } = useQuery(api.datasets.list.queryOptions({ input: {} }))
  const usable = datasets.filter(({ examples }) => examples > 0)
  const [selectedDataset, setChosen] = useState<string>()
  const [split, setSplit] = useState<string>()
  const dataset = selectedDataset ?? usable[0]?.id
  const { data: detail } = useQuery(
    api.datasets.get.queryOptions({
      input: { dataset: dataset ?? '' },
      enabled: dataset !== undefined,
    }),
  )
  const add = useAdd()
  const count =
    split === undefined
      ? (detail?.examples ?? 0)
      : (detail?.splits.find(({ name }) => name === split)?.count ?? 0)

  if (usable.length === 0) {
    return (
      <p className={styles.muted}>
        No dataset has examples yet. <Link to="/datasets">Import a file</Link> to create one.
      </p>
    )
  }
  return (
    <div className={styles.form}>
      <Select
        label="Dataset"
        searchable
        allowDeselect={false}
        data={usable.map(({ id, name, examples }) => ({
          value: id,
          label: `${name} (${examples})`,
        }))}
        value={dataset ?? null}
        onChange={(id) => {
          if (id !== null) setChosen(id)
          setSplit(undefined)
        }}
      />
      {detail && detail.splits.length > 0 && (
        <Select
          label="Split"
          placeholder="All splits"
          clearable
          data={detail.splits.map(({ name, count: size }) => ({
            value: name,
            label: `${name} (${formatExactCount(size)})`,
          }))}
          value={split ?? null}
          onChange={(name) => setSplit(name ?? undefined)}
        />
      )}
      {add.error && (
        <p className={styles.failed} role="alert">
          {describeError(add.error).message}
        </p>
      )}
      <DisabledReason reason={count === 0 && (detail ? 'No examples' : 'Loading')}>
        <Button
          loading={add.isPending}
          onClick={() =>
            add.mutate({ dataset: dataset ?? '', ...(split !== undefined && { split }) })
          }
        >
          Add {plural(count, 'case')}
        </Button>
      </DisabledReason>
    </div>
  )
}

function useAdd() {
  const { variants, cases: all } = useFullPlan()
  const { detail } = useComparison()
  const cases = omitBlankCases(all, detail.grid)
  const edit = useEdit()
  const { openPanel } = useView()
  const documents = useDocuments(variants)
  return useMutation({
    mutationFn: (choice: Parameters<typeof loadDatasetCases>[0]) =>
      loadDatasetCases(choice, MOST_CASES),
    onSuccess: (found) => {
      const choice = selectNewCases(found, cases, MOST_CASES - cases.length)
      const { fresh } = choice
      const keys = freeKeys(all, 'c', fresh.length)
      const added = fresh.map((item, index) => ({ key: keys[index] ?? '', ...item }))
      edit((plan) => ({ ...plan, cases: [...omitBlankCases(plan.cases, detail.grid), ...added] }))
      openPanel(undefined)
      showToast(`${addedText(choice)}${missingInputsText(fresh)}`)
    },
  })

  function missingInputsText(fresh: readonly DatasetCase[]): string {
    const variables = new Set([...documents.values()].flatMap(({ input }) => input))
    const missing = [...variables].filter((name) => !fresh.some(({ input }) => name in input))
    return fresh.length > 0 && missing.length > 0
      ? `. No case has ${missing.map((name) => `“${name}”`).join(', ')}`
      : ''
  }
}

type NewCases = {
  fresh: DatasetCase[]
  /** Examples that are already cases. `changed` of them differ from the dataset. */
  existing: number
  changed: number
  /** Number of examples over the limit. */
  overLimit: number
}

const caseContent = ({ input, reference }: Pick<ComparisonCase, 'input' | 'reference'>) =>
  canonicalJson({ input, reference })

/** Selects the examples that are not cases yet, up to the limit. */
export function selectNewCases(
  { cases: found, total }: DatasetCasesPage,
  cases: readonly ComparisonCase[],
  room: number,
): NewCases {
  const present = new Map(cases.flatMap((item) => (item.example ? [[item.example.id, item]] : [])))
  const newExamples = found.filter(({ example }) => !present.has(example?.id ?? ''))
  const changed = found.filter((item) => {
    const existingCase = present.get(item.example?.id ?? '')
    return existingCase !== undefined && caseContent(existingCase) !== caseContent(item)
  })
  const fresh = newExamples.slice(0, room)
  return {
    fresh,
    existing: found.length - newExamples.length,
    changed: changed.length,
    overLimit: newExamples.length - fresh.length + total - found.length,
  }
}

export function addedText({ fresh, existing, changed, overLimit }: NewCases): string {
  const parts = [
    `${plural(fresh.length, 'case')} added`,
    existing > 0 &&
      `${existing} already added${changed > 0 ? `, ${changed} of them outdated. Remove those to add the current ones` : ''}`,
    overLimit > 0 && `${formatExactCount(overLimit)} over the limit`,
  ]
  return parts.filter((part) => part !== false).join(', ')
}
