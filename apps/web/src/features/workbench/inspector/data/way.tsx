import styles from './data.module.css'

export function Way({ port }: { port: string }) {
  return (
    <p className={styles.note}>
      Left by <code>{port}</code>.
    </p>
  )
}
