import {
	type ColumnDefinitionNode,
	DataTypeNode,
	type KyselyPlugin,
	OperationNodeTransformer,
	type PluginTransformQueryArgs,
	type PluginTransformResultArgs,
} from "kysely";

/** PostgreSQL's types for those of the migrations, which are SQLite's: its integers have 8 bytes, its reals too. */
const TYPES: Readonly<Record<string, string>> = {
	integer: "bigint",
	real: "double precision",
	blob: "bytea",
};

class TypeTransformer extends OperationNodeTransformer {
	protected override transformDataType(node: DataTypeNode): DataTypeNode {
		const type = TYPES[node.dataType];
		return type === undefined ? node : DataTypeNode.create(type as never);
	}

	protected override transformColumnDefinition(node: ColumnDefinitionNode): ColumnDefinitionNode {
		const { autoIncrement, ...rest } = super.transformColumnDefinition(node);
		return autoIncrement
			? { ...rest, generated: { kind: "GeneratedNode", identity: true, byDefault: true } }
			: rest;
	}
}

/** A plugin that translates the column types of the migrations. Integers that count themselves are identity columns. */
export function translateTypes(): KyselyPlugin {
	const transformer = new TypeTransformer();
	return {
		transformQuery: ({ node, queryId }: PluginTransformQueryArgs) => transformer.transformNode(node, queryId),
		transformResult: async ({ result }: PluginTransformResultArgs) => result,
	};
}
