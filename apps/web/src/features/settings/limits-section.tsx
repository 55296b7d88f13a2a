import { useSuspenseQuery } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { describeLimits } from './describe-limits.ts'
import styles from './settings-page.module.css'

export function LimitsSection() {
  const { data } = useSuspenseQuery(api.system.about.queryOptions())

  return (
    <section className={styles.section}>
      <h2>Limits</h2>
      <p className={styles.hint}>Set by environment variables when the server starts.</p>
      <table className={styles.limits} aria-label="Limits">
        <tbody>
          {describeLimits(data.limits).map((limit) => (
            <tr key={limit.variable}>
              <th scope="row">
                {limit.name}
                <code className={styles.variable}>{limit.variable}</code>
              </th>
              <td>{limit.value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
