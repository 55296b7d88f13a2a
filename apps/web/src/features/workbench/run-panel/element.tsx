import styles from './element.module.css'

/** Beside the name of a node: which copy of a fan-out it is. */
export function Element({ text }: { text: string }) {
  return (
    <span className={styles.root} title={text}>
      {text}
    </span>
  )
}
