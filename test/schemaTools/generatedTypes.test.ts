// `openapi-typescript` makes types of our document in which nothing that a method returns is
// `unknown`: neither its result nor a part of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import ts from 'typescript';
import { readOurText } from '../schema/support/documents.ts';
import { generateTypes } from '../schema/support/generateTypes.ts';
import {
  collectComponents,
  listMethodPaths,
  type OpenApiDocument,
  referenceOf,
  responseOf,
} from '../schema/support/schemaDocument.ts';

const text = readOurText();
const document: OpenApiDocument = JSON.parse(text);

/** The types of all components, by name. */
function readComponents(source: ts.SourceFile): Map<string, ts.TypeNode> {
  const types = new Map<string, ts.TypeNode>();
  const components = source.statements.find(
    (statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === 'components',
  ) as ts.InterfaceDeclaration;
  const [schemas] = components.members as unknown as readonly [ts.PropertySignature];
  for (const member of (schemas.type as ts.TypeLiteralNode).members) {
    const { name, type } = member as ts.PropertySignature;
    if (ts.isIdentifier(name) || ts.isStringLiteral(name))
      types.set(name.text, type as ts.TypeNode);
  }
  return types;
}

/** The component that a type such as `components["schemas"]["AccountView"]` names. */
function namedComponent(node: ts.Node): string | null {
  if (!ts.isIndexedAccessTypeNode(node) || !ts.isLiteralTypeNode(node.indexType)) return null;
  const { literal } = node.indexType;
  return ts.isStringLiteral(literal) ? literal.text : null;
}

/** The places of `unknown` in a type and in the components that it names. */
function findUnknown(
  types: ReadonlyMap<string, ts.TypeNode>,
  name: string,
  seen: Set<string>,
): string[] {
  if (seen.has(name)) return [];
  seen.add(name);
  const visit = (node: ts.Node, place: string): string[] => {
    if (node.kind === ts.SyntaxKind.UnknownKeyword) return [place];
    const component = namedComponent(node);
    if (component !== null) return findUnknown(types, component, seen);
    const isField = ts.isPropertySignature(node) && ts.isIdentifier(node.name);
    const inner = isField ? `${place}.${(node.name as ts.Identifier).text}` : place;
    const found: string[] = [];
    ts.forEachChild(node, (child) => {
      found.push(...visit(child, inner));
    });
    return found;
  };
  const type = types.get(name);
  assert.ok(type !== undefined, name);
  return visit(type, name);
}

test('no result is unknown', async () => {
  const declarations = await generateTypes(text);
  const source = ts.createSourceFile('types.d.ts', declarations, ts.ScriptTarget.ES2022, true);
  const types = readComponents(source);
  const seen = new Set<string>();
  const paths = listMethodPaths(document);
  for (const path of paths) {
    const response = referenceOf(responseOf(document, path));
    assert.ok(response !== null, path);
    assert.deepEqual(findUnknown(types, response, seen), [], path);
  }
  const responses = paths.map((path) => responseOf(document, path));
  assert.deepEqual(seen, collectComponents(document, responses), 'the components were visited');
});
