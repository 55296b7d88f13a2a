import { getRouteApi } from '@tanstack/react-router'
import { useWhileHere } from '../../../lib/use-while-here.ts'
import styles from './state.module.css'

const route = getRouteApi('/traces/$traceId')

type StepListProps = {
  steps: readonly { at: number; title: string; who: string }[]
  current: number
}

/** The supersteps; which one is shown is part of the address. */
export function StepList({ steps, current }: StepListProps) {
  const navigate = route.useNavigate()
  const whileHere = useWhileHere()
  return (
    <nav className={styles.steps} aria-label="Supersteps">
      {steps.map(({ at, title, who }) => (
        <button
          key={at}
          type="button"
          aria-current={at === current || undefined}
          onClick={() =>
            whileHere(() => navigate({ search: (search) => ({ ...search, at }), replace: true }))
          }
        >
          <span>{title}</span>
          <span className={styles.faint}>{who}</span>
        </button>
      ))}
    </nav>
  )
}
