import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** One change of a source file: what is from `start` to `end` becomes `text`. */
export interface Mutation {
  file: string
  line: number
  start: number
  end: number
  was: string
  text: string
}

const OPERATORS: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
  [ts.SyntaxKind.AmpersandAmpersandToken]: '||',
  [ts.SyntaxKind.BarBarToken]: '&&',
  [ts.SyntaxKind.PlusToken]: '-',
  [ts.SyntaxKind.MinusToken]: '+',
}

/** What a condition of SQL compares: a column, a literal or a parameter. */
const SQL_VALUE = String.raw`(?:[\w."]+|'[^']*'|\$\{[^{}]*\})(?:::\w+(?:\[\])?)?`
const SQL_COMPARISON = String.raw`(?:NOT )?${SQL_VALUE}\s*(?:=|<>|<=|>=|<|>|IS(?: NOT)?)\s*(?:NULL\b|${SQL_VALUE})`
/** The conditions of a statement, without which more gets through. The first takes the AND that follows along. */
const SQL_CONDITIONS = [
  new RegExp(String.raw`(?<=\bWHERE\s+)${SQL_COMPARISON}\s+AND\b`, 'g'),
  new RegExp(String.raw`\bAND ${SQL_COMPARISON}`, 'g'),
]

/** The changes of a file that a test should notice: conditions, operators, calls that are left out, parts of SQL and of a `where`. */
export function mutationsOf(file: string): Mutation[] {
  const source = readFileSync(file, 'utf8')
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const found: Mutation[] = []
  const add = (start: number, end: number, text: string) => {
    const line = tree.getLineAndCharacterOfPosition(start).line + 1
    found.push({ file, line, start, end, was: source.slice(start, end), text })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node)) return
    if (ts.isBinaryExpression(node)) {
      const text = OPERATORS[node.operatorToken.kind]
      if (text) add(node.operatorToken.getStart(), node.operatorToken.end, text)
    } else if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
      const condition = ts.isIfStatement(node) ? node.expression : node.condition
      for (const text of ['true', 'false']) add(condition.getStart(), condition.end, text)
    } else if (ts.isExpressionStatement(node)) {
      // A semicolon, because the next line may begin with a bracket.
      add(node.getStart(), node.end, ';')
    } else if (isConditionOfWhere(node)) {
      add(node.getStart(), node.end, '...{}')
    } else if (node.kind === ts.SyntaxKind.TrueKeyword) {
      add(node.getStart(), node.end, 'false')
    } else if (node.kind === ts.SyntaxKind.FalseKeyword) {
      add(node.getStart(), node.end, 'true')
    } else if (ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      for (const match of SQL_CONDITIONS.flatMap((condition) => [...node.getText().matchAll(condition)])) {
        const start = node.getStart() + match.index
        add(start, start + match[0].length, '')
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

/** Whether this is one of several properties of a `where`, as Prisma takes it: what all rows must have. */
function isConditionOfWhere(node: ts.Node): boolean {
  if (!ts.isPropertyAssignment(node) && !ts.isShorthandPropertyAssignment(node)) return false
  const { parent } = node
  if (!ts.isObjectLiteralExpression(parent) || parent.properties.length < 2) return false
  return ts.isPropertyAssignment(parent.parent) && parent.parent.name.getText() === 'where'
}
