// Holds OpenAPI documents against Redocly's linter and openapi-typescript, whose
// declarations the TypeScript compiler then checks. All documents are looked at by one
// process, since starting it takes longer than the work.
//
//	node judge.mjs dir
//
// It prints a JSON object a line for each thing that is wrong: {file, judge, problem}.
// The last line counts what was done: {documents, declarations}.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const dir = process.argv[2];
const say = (object) => console.log(JSON.stringify(object));
const config = await createConfig({ extends: ['spec'] });
const documents = readdirSync(dir).filter((name) => name.endsWith('.json'));
const declarations = [];

for (const file of documents) {
	const text = readFileSync(join(dir, file), 'utf8');
	const problems = await lintFromString({ source: text, absoluteRef: join(dir, file), config });
	for (const p of problems) {
		say({ file, judge: 'redocly', problem: `${p.location?.[0]?.pointer}: ${p.message} (${p.ruleId}, ${p.severity})` });
	}
	try {
		const target = join(dir, file.replace(/\.json$/, '.d.ts'));
		writeFileSync(target, astToString(await openapiTS(text, { silent: true })));
		declarations.push(target);
	} catch (e) {
		say({ file, judge: 'openapi-typescript', problem: String(e) });
	}
}

const program = ts.createProgram(declarations, { strict: true, noEmit: true, skipLibCheck: false, types: [] });
for (const d of ts.getPreEmitDiagnostics(program)) {
	const place = d.file ? `${d.file.fileName}:${d.file.getLineAndCharacterOfPosition(d.start).line + 1}: ` : '';
	say({ file: d.file?.fileName ?? '', judge: 'typescript', problem: place + ts.flattenDiagnosticMessageText(d.messageText, '\n') });
}
say({ documents: documents.length, declarations: declarations.length });
