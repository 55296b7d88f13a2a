import {
  type BinaryOperationNode,
  OperatorNode,
  PostgresDialect,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
} from 'kysely'

/** Accepts empty lists like SQLite: `in` matches nothing, `not in` everything. */
export class LathePostgresDialect extends PostgresDialect {
  override createQueryCompiler() {
    return new Compiler()
  }
}

class Compiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator, rightOperand: list } = node
    if (!PrimitiveValueListNode.is(list) || list.values.length > 0 || !OperatorNode.is(operator)) {
      return super.visitBinaryOperation(node)
    }
    this.append(operator.operator === 'in' ? 'false' : 'true')
  }
}
