import type { Experiment } from '@lathe/contract'
import { ActionIcon, Checkbox, Group, VisuallyHidden } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { formatTerm } from '@lathe/traces'
import { Link } from '@tanstack/react-router'
import { formatExactCount, plural } from '../../lib/format/format.ts'
import type { Column } from '../../ui/table/data-table.tsx'
import { Count, Duration } from '../../ui/status/quantities.tsx'
import { RelativeTime } from '../../ui/status/relative-time.tsx'
import styles from './experiments.module.css'

export type ExperimentSelection = { has: (id: string) => boolean; toggle: (id: string) => void }

export type ExperimentActions = {
  edit: (experiment: Experiment) => void
  remove: (experiment: Experiment) => void
}

const MIN_WIDTH = 110
const MAX_WIDTH = 240
const PADDING = 24
/** Width of a header character, in pixels. */
const CHARACTER_WIDTH = 6.8

/** Shows the whole header up to a maximum width. */
const keyWidth = (head: string): number =>
  Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Math.ceil(CHARACTER_WIDTH * head.length) + PADDING))

const meanHead = (key: string) => `Mean ${key}`
const overallHead = (key: string) => `Overall ${key}`

/** Fits the counts of two or three categories. */
const CATEGORIES_WIDTH = 180

/** Width of the other columns, with readable names. */
const REST_WIDTH = 840

/** Scrolls horizontally if there are too many keys to keep names readable. */
export const widthFor = (experiments: readonly Experiment[]): number =>
  [...scoreKeys(experiments).map(meanHead), ...summaryKeys(experiments).map(overallHead)].reduce(
    (sum, head) => sum + keyWidth(head),
    REST_WIDTH + CATEGORIES_WIDTH * categoryKeys(experiments).length,
  )

const scoreKeys = (experiments: readonly Experiment[]): string[] => [
  ...new Set(experiments.flatMap(({ scores }) => scores.map(({ key }) => key))),
]

/** Truncates a long header. */
const KeyHead = ({ text }: { text: string }) => (
  <span className={styles.head} title={text}>
    {text}
  </span>
)

/** Returns one column for each answer score, category or overall score. */
export function experimentColumns(
  experiments: readonly Experiment[],
  {
    selection,
    actions,
    hasDataset,
  }: { selection: ExperimentSelection; actions: ExperimentActions; hasDataset: boolean },
): Column<Experiment>[] {
  return [
    {
      id: 'choose',
      header: <VisuallyHidden>Selected</VisuallyHidden>,
      width: '40px',
      cell: ({ id, name }) => (
        <Checkbox
          size="xs"
          aria-label={`Select ${name}`}
          checked={selection.has(id)}
          onChange={() => selection.toggle(id)}
        />
      ),
    },
    {
      id: 'name',
      header: 'Experiment',
      cell: ({ id, name, description }) => (
        <span className={styles.cell} title={description || undefined}>
          <Link to="/compare/experiments" search={{ of: [id] }} className={styles.name}>
            {name}
          </Link>{' '}
          <span className={styles.muted}>{description}</span>
        </span>
      ),
    },
    ...(hasDataset
      ? [
          {
            id: 'dataset',
            header: 'Dataset',
            cell: ({ dataset }: Experiment) => (
              <Link
                to="/datasets/$name"
                params={{ name: dataset.name }}
                search={{ tab: 'experiments' }}
              >
                {dataset.name}
              </Link>
            ),
          },
        ]
      : []),
    ...scoreKeys(experiments).map((key) => ({
      id: `score.${key}`,
      header: <KeyHead text={meanHead(key)} />,
      width: `${keyWidth(meanHead(key))}px`,
      isNumeric: true,
      cell: ({ scores }: Experiment) => {
        const score = scores.find((item) => item.key === key)
        return score ? (
          <span title={`Mean of ${plural(score.count, 'answer')}`}>{score.mean.toFixed(3)}</span>
        ) : (
          '—'
        )
      },
    })),
    ...categoryKeys(experiments).map((key) => ({
      id: `category.${key}`,
      header: <KeyHead text={key} />,
      width: `${CATEGORIES_WIDTH}px`,
      cell: (experiment: Experiment) => <CategoryCounts experiment={experiment} name={key} />,
    })),
    ...summaryKeys(experiments).map((key) => ({
      id: `overall.${key}`,
      header: <KeyHead text={overallHead(key)} />,
      width: `${keyWidth(overallHead(key))}px`,
      isNumeric: true,
      cell: (experiment: Experiment) => <SummaryScore experiment={experiment} evaluatorKey={key} />,
    })),
    {
      id: 'latency',
      header: 'Mean latency',
      width: '110px',
      isNumeric: true,
      cell: ({ latencyMs }) => <Duration ms={latencyMs} />,
    },
    {
      id: 'errors',
      header: 'Errors',
      width: '80px',
      isNumeric: true,
      cell: ({ errors }) => <Count value={errors} />,
    },
    {
      id: 'traces',
      header: 'Traces',
      width: '80px',
      isNumeric: true,
      isSecondary: true,
      cell: ({ name, traces }) => (
        <Link
          to="/traces"
          search={{ filter: `${formatTerm('project', name)} environment:*` }}
          title={`Traces of ${name}`}
        >
          <Count value={traces} />
        </Link>
      ),
    },
    {
      id: 'when',
      header: 'Started',
      width: '110px',
      isNumeric: true,
      cell: ({ createdAt }) => <RelativeTime time={createdAt} />,
    },
    {
      id: 'actions',
      header: <VisuallyHidden>Actions</VisuallyHidden>,
      width: '80px',
      cell: (experiment) => (
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Edit ${experiment.name}`}
            onClick={() => actions.edit(experiment)}
          >
            <IconPencil size={14} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Delete ${experiment.name}`}
            onClick={() => actions.remove(experiment)}
          >
            <IconTrash size={14} />
          </ActionIcon>
        </Group>
      ),
    },
  ]
}

/** Returns the keys of all summary evaluators of these experiments. */
export const summaryKeys = (experiments: readonly Pick<Experiment, 'overall'>[]): string[] => [
  ...new Set(experiments.flatMap(({ overall }) => overall.map(({ key }) => key))),
]

type SummaryScoreProps = { experiment: Pick<Experiment, 'overall'>; evaluatorKey: string }

/** Result of a summary evaluator: its score, or its value or comment if it has no score. */
export function SummaryScore({ experiment, evaluatorKey }: SummaryScoreProps) {
  const result = experiment.overall.find(({ key }) => key === evaluatorKey)
  if (!result) return '—'
  const { score, value, comment } = result
  const text =
    score === null ? (value ?? comment) : Number.isInteger(score) ? score : score.toFixed(3)
  const tooltip = [score !== null && value, comment].filter(Boolean).join(': ')
  return <span title={tooltip || 'Score of the whole experiment'}>{text ?? '—'}</span>
}

type Categorized = Pick<Experiment, 'categories'>

/** Returns the category keys that any of these experiments uses. */
export const categoryKeys = (experiments: readonly Categorized[]): string[] => [
  ...new Set(experiments.flatMap(({ categories }) => categories.map(({ key }) => key))),
]

type CategoryCountsProps = { experiment: Categorized; name: string }

/** Number of answers in each category of a key, such as `polite 30 · rude 12`. */
export function CategoryCounts({ experiment, name }: CategoryCountsProps) {
  const counts = experiment.categories.find(({ key }) => key === name)?.values ?? []
  if (counts.length === 0) return '—'
  const text = counts.map(({ value, count }) => `${value} ${formatExactCount(count)}`).join(' · ')
  return (
    <span className={styles.cell} title={text}>
      {text}
    </span>
  )
}
