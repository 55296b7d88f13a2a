/** Knows what comes back from what was said here, however late; what was said before that no longer comes. */
export function createEchoes<Value>() {
  let said: Value[] = []
  return {
    say: (value: Value): void => {
      said.push(value)
    },
    isEcho: (value: Value): boolean => {
      const at = said.indexOf(value)
      said = said.slice(at + 1)
      return at >= 0
    },
  }
}
