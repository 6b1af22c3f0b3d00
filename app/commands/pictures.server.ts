import { OperatorError } from "db/engine";
import { readConfig, readEnvironment } from "~/lib/config.server";
import { fetchAll, openPictureStore, putAll } from "~/pictures/picture-store.server";
import { withPlaceholders } from "~/setup/sign-in-settings.server";

/** Copies the pictures of IMAGE_FOLDER to the store, or those of the store to IMAGE_FOLDER. */
export async function copyPictures(isFetch: boolean): Promise<void> {
	const config = readConfig(withPlaceholders(readEnvironment()));
	const store = openPictureStore(config);
	if (!store) {
		throw new OperatorError(
			"No store of pictures is set: put PICTURE_S3_ENDPOINT, PICTURE_S3_BUCKET, PICTURE_S3_REGION, PICTURE_S3_KEY_ID and PICTURE_S3_SECRET into the settings file, as docs/settings.md describes them.",
		);
	}
	const { copied, all } = await (isFetch ? fetchAll(config) : putAll(config));
	const [from, to] = isFetch ? [store.name, config.IMAGE_FOLDER] : [config.IMAGE_FOLDER, store.name];
	console.log(`${all} pictures in ${from}, ${copied} of them copied to ${to}`);
}
